import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { findConfirmingBank } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { addressOf } from '#platform/http/limits.ts';
import type { PageRequest } from '#platform/http/public-pages.ts';
import { type AppError, refusalOf } from '#platform/http/refusal.ts';
import { type KeyedLimit, sendCode, tryCode } from '#platform/security/one-time-codes.ts';
import { payerAccount, encryptAccount } from './mandates-accounts.ts';
import { consent, type OpenLink } from './mandates-consent.ts';
import { consentCode, lockAttempt, readAttempt, writeTyped } from './mandates-consent-store.ts';
import { shownTerms, type ClientInfo } from './documents/mandates-evidence-store.ts';
import { MANDATE_MESSAGES } from './messages/mandates-templates.ts';

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
export type TypedResult = 'SENT' | 'BANK_UNKNOWN' | 'NO_PHONE' | AppError;

/** Who asks for a code, and when. */
type Requester = Pick<PageRequest, 'address' | 'now'>;

/** In this order: what is refused for its address does not count against the phone. */
function codeLimits(mandateId: string, mobile: string, { address }: Requester): KeyedLimit[] {
  const from = addressOf({ ip: address });
  return [
    ['consent codes of a mandate', `${mandateId} ${from}`, CODES_OF_BOTH],
    ['consent codes to a phone from', `${mobile} ${from}`, CODES_TO_PHONE_FROM],
    ['consent codes to a phone', mobile, CODES_TO_PHONE],
  ];
}

function tryLimits(mobile: string, address: string): KeyedLimit[] {
  const both = `${mobile} ${addressOf({ ip: address })}`;
  return [
    ['consent tries of a phone from', both, TRIES_OF_PHONE_FROM],
    ['consent tries of a phone', mobile, TRIES_OF_PHONE],
  ];
}

/**
 * Keeps what the payer typed in and sends a code to their phone. The AppError of the result is CODE_TOO_SOON or
 * CODE_TOO_MANY.
 */
export async function typeAccount(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  typed: TypedAccount,
  requester: Requester,
): Promise<TypedResult> {
  const { row, merchantName, mobile } = link;
  const { now } = requester;
  const bank = await findConfirmingBank(tx, typed.bankId, await businessTime(tx, now));
  if (!bank) return 'BANK_UNKNOWN';
  if (mobile === null) return 'NO_PHONE';
  const accountEnd = typed.accountNumber.slice(-4);
  const refusal = await refusalOf(tx, () =>
    sendCode(ctx, tx, consentCode(link.row), {
      now,
      limits: codeLimits(row.id, mobile, requester),
      send: (code) => {
        const message = MANDATE_MESSAGES['mandate-code']({ merchantName, code, accountEnd });
        return ctx.notifications.send(tx, { channel: 'sms', to: mobile, message });
      },
    }),
  );
  if (refusal) return refusal;
  await writeTyped(tx, row, {
    bank_id: bank.id,
    account_name: typed.accountName,
    encrypted_account: ctx.keys.encrypt(payerAccount(row.organization_id), typed.accountNumber),
    asked_phone: mobile,
  });
  return 'SENT';
}

/** Sends another code for the account that was typed in before; null where none was. */
export async function sendNewCode(
  ctx: AppContext,
  tx: Tx,
  link: OpenLink,
  requester: Requester,
): Promise<TypedResult | null> {
  const {
    bank_id: bankId,
    account_name: accountName,
    encrypted_account: encrypted,
  } = (await lockAttempt(tx, link.row.id)) ?? {};
  if (!bankId || !accountName || !encrypted) return null;
  const accountNumber = ctx.keys.decrypt(payerAccount(link.row.organization_id), encrypted);
  return typeAccount(ctx, tx, link, { bankId, accountName, accountNumber }, requester);
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
  const { bank_id: bankId, account_name: name, encrypted_account: encrypted } = attempt ?? {};
  if (!attempt || !bankId || !name || !encrypted) return 'USED_UP';
  // The phone of the customer has changed since the code was sent.
  const { mobile } = link;
  if (mobile === null || attempt.asked_phone !== mobile) return 'USED_UP';
  const { address, now } = clientInfo;
  const limits = tryLimits(mobile, address);
  const result = await tryCode(ctx, tx, consentCode(link.row), { code, now, limits });
  if (result !== 'valid') return result === 'invalid' ? 'WRONG' : 'USED_UP';
  const number = ctx.keys.decrypt(payerAccount(row.organization_id), encrypted);
  const account = encryptAccount(ctx, row.organization_id, { bankId, name, number });
  await consent(ctx, tx, link, { account, way: 'PAGE', shown: shownTerms(link), clientInfo });
  return 'CONSENTED';
}
