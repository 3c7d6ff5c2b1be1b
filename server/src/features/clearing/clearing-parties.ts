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
  /** Its number in the clearing system (ClrSysMmbId), where the settings have it. */
  memberId: string | null;
  /** The account that it keeps for us, the pooled one; null for others than the settlement bank. */
  account: string | null;
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

const NAMES = {
  'clearing-house': 'The clearing house',
  'settlement-bank': 'The settlement bank',
} as const;

/** The clearing house, the settlement bank, and every bank that has a BIC. */
export async function readParties(
  { config: { clearing } }: Pick<AppContext, 'config'>,
  tx: Tx,
): Promise<Party[]> {
  const members = new Map(clearing.memberIds.map(({ bic, id }) => [shortBic(bic), id]));
  const memberOf = (bic: string) => ({ bic, memberId: members.get(bic) ?? null });
  const bics = { 'clearing-house': clearing.houseBic, 'settlement-bank': clearing.settlementBic };
  const houses = HOUSES.map((channel) => ({
    channel,
    bankId: null,
    name: NAMES[channel],
    nameInSentence: NAMES[channel].replace('The', 'the'),
    ...memberOf(shortBic(bics[channel])),
    account: channel === 'settlement-bank' ? clearing.settlementAccount : null,
  }));
  const banks = (await readBankCodes(tx)).map(({ id, name, bic }) => ({
    channel: bic,
    bankId: id,
    name,
    nameInSentence: name,
    ...memberOf(shortBic(bic)),
    account: null,
  }));
  return [...houses, ...banks];
}

/** True where an id in a message is that of a party: its BIC, or its number in the clearing system. */
export const isNamed = ({ bic, memberId }: Pick<Party, 'bic' | 'memberId'>, id: string): boolean =>
  id === bic || id === memberId;

/** How a sentence says an id that is that of another party than expected. */
export const otherText = (id: string): string =>
  BIC.test(id)
    ? id
    : `${id.slice(0, 35)}, a number of the clearing system that CLEARING_MEMBER_IDS does not name for it`;

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
