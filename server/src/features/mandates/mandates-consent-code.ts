import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { findConfirmingBank } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { addressOf } from '#platform/http/limits.ts';
import type { PageRequest } from '#platform/http/public-pages.ts';
import { payerAccount, encryptAccount } from './mandates-accounts.ts';
import { consent, type OpenLink } from './mandates-consent.ts';
import {
  CODE_PURPOSE,
  countWrongCode,
  endAttempt,
  lockAttempt,
  readAttempt,
  writeTyped,
} from './mandates-consent-store.ts';
import { shownTerms, type ClientInfo } from './documents/mandates-evidence-store.ts';
import { MANDATE_MESSAGES } from './messages/mandates-templates.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;
const CODE_PAUSE_MS = 60_000;
const inDay = (points: number) => ({ points, seconds: DAY_MS / 1000 });
/** Codes of a mandate asked for from one address: who was sent the link of a payer uses up their own. */
const CODES_OF_BOTH = inDay(5);
/** Limits of a phone over all mandates: a business can make any number of mandates with one phone. */
const CODES_TO_PHONE_FROM = inDay(10);
const TRIES_OF_PHONE_FROM = inDay(30);
/** From all addresses: each code is an SMS, and each try a guess. */
const CODES_TO_PHONE = inDay(30);
const TRIES_OF_PHONE = inDay(90);

/** What a payer typed in. */
export interface TypedAccount {
  bankId: string;
  accountName: string;
  accountNumber: string;
}

/** What became of it: a code was sent, or why none was. */
export type TypedResult =
  | 'SENT'
  | 'BANK_UNKNOWN'
  | 'NO_PHONE'
  /** Another code can be asked for from `next` on. */
  | { kind: 'TOO_SOON' | 'TOO_MANY'; next: Date };

/** Who asks for a code, and when. */
type Asker = Pick<PageRequest, 'address' | 'now'>;

/** Counts a code. Returns null, or when another one can be asked for. */
async function countCode(
  { limits }: Pick<AppContext, 'limits'>,
  tx: Tx,
  { mandateId, mobile }: { mandateId: string; mobile: string },
  { address, now }: Asker,
): Promise<Date | null> {
  const from = addressOf({ ip: address });
  // In this order: what is refused for its address does not count against the phone.
  for (const [name, key, limit] of [
    ['consent codes of a mandate', `${mandateId} ${from}`, CODES_OF_BOTH],
    ['consent codes to a phone from', `${mobile} ${from}`, CODES_TO_PHONE_FROM],
    ['consent codes to a phone', mobile, CODES_TO_PHONE],
  ] as const) {
    const { allowed, retryAfterSeconds } = await limits.consumeIn(tx, name, key, limit);
    if (!allowed) return new Date(now.getTime() + retryAfterSeconds * 1000);
  }
  return null;
}

/** Counts a try. Returns false where there were too many. */
async function countTry(
  { limits }: Pick<AppContext, 'limits'>,
  tx: Tx,
  mobile: string,
  address: string,
): Promise<boolean> {
  const both = `${mobile} ${addressOf({ ip: address })}`;
  const own = await limits.consumeIn(
    tx,
    'consent tries of a phone from',
    both,
    TRIES_OF_PHONE_FROM,
  );
  if (!own.allowed) return false;
  return (await limits.consumeIn(tx, 'consent tries of a phone', mobile, TRIES_OF_PHONE)).allowed;
}

/** Keeps what the payer typed in and sends a code to their phone. */
export async function typeAccount(
  ctx: AppContext,
  tx: Tx,
  { row, merchantName, mobile }: OpenLink,
  typed: TypedAccount,
  asker: Asker,
): Promise<TypedResult> {
  const { now } = asker;
  const bank = await findConfirmingBank(tx, typed.bankId, await businessTime(tx, now));
  if (!bank) return 'BANK_UNKNOWN';
  if (mobile === null) return 'NO_PHONE';
  const attempt = await lockAttempt(tx, row.id);
  const lastCode = attempt?.last_code_at?.getTime() ?? 0;
  const waited = now.getTime() - lastCode;
  if (waited < CODE_PAUSE_MS) return { kind: 'TOO_SOON', next: new Date(lastCode + CODE_PAUSE_MS) };
  const next = await countCode(ctx, tx, { mandateId: row.id, mobile }, asker);
  if (next) return { kind: 'TOO_MANY', next };
  // A day later the tries are counted again.
  if (attempt && waited >= DAY_MS) await endAttempt(tx, row.id);
  const code = ctx.ids.digits(5);
  await writeTyped(tx, row, {
    bank_id: bank.id,
    account_name: typed.accountName,
    encrypted_account: ctx.keys.encrypt(payerAccount(row.organization_id), typed.accountNumber),
    asked_phone: mobile,
    code_mac: ctx.keys.mac(CODE_PURPOSE, `${row.id} ${code}`),
    code_expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    last_code_at: now,
  });
  const accountEnd = typed.accountNumber.slice(-4);
  const message = MANDATE_MESSAGES['mandate-code']({ merchantName, code, accountEnd });
  await ctx.notifications.send(tx, { channel: 'sms', to: mobile, message });
  return 'SENT';
}

/** Sends another code for the account that was typed in before; null where none was. */
export async function sendNewCode(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  asker: Asker,
): Promise<TypedResult | null> {
  const {
    bank_id: bankId,
    account_name: accountName,
    encrypted_account: encrypted,
  } = (await lockAttempt(tx, link.row.id)) ?? {};
  if (!bankId || !accountName || !encrypted) return null;
  const accountNumber = ctx.keys.decrypt(payerAccount(link.row.organization_id), encrypted);
  return typeAccount(ctx, tx, link, { bankId, accountName, accountNumber }, asker);
}

/** The last four digits of the account that the newest code is for; null where none is typed in. */
export async function readTypedEnd(
  { keys }: Pick<AppContext, 'keys'>,
  tx: Tx,
  { row }: OpenLink,
): Promise<string | null> {
  const encrypted = (await readAttempt(tx, row.id))?.encrypted_account ?? null;
  return encrypted && keys.decrypt(payerAccount(row.organization_id), encrypted).slice(-4);
}

/** The result of entering a code. */
export type CodeResult = 'CONSENTED' | 'WRONG' | 'USED_UP';

/** The payer confirms what they typed in with the code from their phone. */
export async function confirmConsent(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  code: string,
  clientInfo: ClientInfo & { address: string },
): Promise<CodeResult> {
  const { row } = link;
  const attempt = await lockAttempt(tx, row.id);
  const {
    bank_id: bankId,
    account_name: name,
    encrypted_account: encrypted,
    code_mac: mac,
  } = attempt ?? {};
  if (!attempt || !bankId || !name || !encrypted || !mac || !attempt.code_expires_at)
    return 'USED_UP';
  if (attempt.code_expires_at <= clientInfo.now) return 'USED_UP';
  // The phone of the customer has changed since the code was sent.
  const { mobile } = link;
  if (mobile === null || attempt.asked_phone !== mobile) return 'USED_UP';
  if (attempt.wrong_codes >= CODE_TRIES * attempt.codes_sent) return 'USED_UP';
  if (!(await countTry(ctx, tx, mobile, clientInfo.address))) return 'USED_UP';
  if (!ctx.keys.macMatches(CODE_PURPOSE, `${row.id} ${code}`, mac)) {
    await countWrongCode(tx, row.id);
    return 'WRONG';
  }
  const number = ctx.keys.decrypt(payerAccount(row.organization_id), encrypted);
  const account = encryptAccount(ctx, row.organization_id, { bankId, name, number });
  await consent(ctx, tx, link, { account, way: 'PAGE', shown: shownTerms(link), clientInfo });
  return 'CONSENTED';
}
