import { HOUSES } from '@tegeka/contract/clearing/clearing.ts';
import { readBankCodes } from '#features/banks/banks-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { shortBic } from './iso/iso-fields.ts';

/** Who is at the other end of a channel. */
export interface Party {
  /** The folder of its files: `clearing-house`, `settlement-bank`, or the BIC of a payers' bank. */
  channel: string;
  bankId: string | null;
  /** At the beginning of a sentence. */
  name: string;
  /** Within a sentence. */
  nameInSentence: string;
  bic: string;
  /** The account that it keeps for us, the pooled one; null for others than the settlement bank. */
  account: string | null;
}

const NAMES = {
  'clearing-house': 'The clearing house',
  'settlement-bank': 'The settlement bank',
} as const;

/** The clearing house, the settlement bank, and every bank that has a BIC. */
export async function readParties(
  { config: { clearing } }: Pick<AppContext, 'config'>,
  tx: Tx,
): Promise<Party[]> {
  const bics = { 'clearing-house': clearing.houseBic, 'settlement-bank': clearing.settlementBic };
  const houses = HOUSES.map((channel) => ({
    channel,
    bankId: null,
    name: NAMES[channel],
    nameInSentence: NAMES[channel].replace('The', 'the'),
    bic: shortBic(bics[channel]),
    account: channel === 'settlement-bank' ? clearing.settlementAccount : null,
  }));
  const banks = (await readBankCodes(tx)).map(({ id, name, bic }) => ({
    channel: bic,
    bankId: id,
    name,
    nameInSentence: name,
    bic: shortBic(bic),
    account: null,
  }));
  return [...houses, ...banks];
}

/** The party of a channel. Throws where there is none: a bank that had a BIC has lost it. */
export async function readParty(
  ctx: Pick<AppContext, 'config'>,
  tx: Tx,
  channel: string,
): Promise<Party> {
  const party = (await readParties(ctx, tx)).find((known) => known.channel === channel);
  if (!party) throw new Error(`There is no channel ${channel}`);
  return party;
}
