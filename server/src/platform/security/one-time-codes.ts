import { CODE_LENGTH } from '@tegeka/contract/sign-up.ts';
import type { ExpressionBuilder } from 'kysely';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DB } from '#platform/database/tables.ts';
import type { Limit } from '#platform/http/limits.ts';
import { type AppError, refuse } from '#platform/http/refusal.ts';
import { PLATFORM_OWNER } from '#platform/state/transition.ts';

/** Minutes that a code is valid. */
export const CODE_MINUTES = 10;
/** Seconds between two codes for one subject. */
export const CODE_PAUSE = 60;
/** Wrong codes after which a code is over. */
const TRIES = 5;

/** What a code is for: it is valid for this subject and purpose only. */
export interface CodeUse {
  purpose: string;
  /** An email, a phone, a mandate or a link; only its keyed hash is stored. */
  subject: string;
  /** The business whose row it is; null for the platform. */
  organizationId: string | null;
}

/** A limit by its name, for a key. */
export type KeyedLimit = readonly [name: string, key: string, limit: Limit];

type Context = Pick<AppContext, 'ids' | 'keys' | 'limits'>;
type WithKeys = Pick<Context, 'keys'>;

const subjectMacs = ({ keys }: WithKeys, { purpose, subject }: CodeUse) =>
  keys.macs('code subject', JSON.stringify([purpose, subject]));
const textOf = ({ purpose, subject }: CodeUse, code: string) =>
  JSON.stringify([purpose, subject, code]);

const isRight = ({ keys }: WithKeys, use: CodeUse, code: string, mac: string): boolean =>
  keys.macMatches('code', textOf(use, code), mac);

/** The row of a use, by the present or the previous instance key. */
const isOf = (ctx: WithKeys, use: CodeUse) => (eb: ExpressionBuilder<DB, 'one_time_codes'>) =>
  eb.and([
    eb('organization_id', '=', use.organizationId ?? PLATFORM_OWNER),
    eb('purpose', '=', use.purpose),
    eb('subject_mac', 'in', subjectMacs(ctx, use)),
  ]);

/** Makes a code invalid, if there is one. */
export async function endCode(ctx: WithKeys, tx: Tx, use: CodeUse): Promise<void> {
  await tx.deleteFrom('one_time_codes').where(isOf(ctx, use)).execute();
}

/** Stores a new code in place of the one before, which becomes invalid. Returns it. */
export async function makeCode(
  ctx: Pick<Context, 'ids' | 'keys'>,
  tx: Tx,
  use: CodeUse,
  expiresAt: Date,
): Promise<string> {
  const code = ctx.ids.digits(CODE_LENGTH);
  await storeCode(ctx, tx, use, { code, expiresAt });
  return code;
}

async function storeCode(
  ctx: WithKeys,
  tx: Tx,
  use: CodeUse,
  { code, expiresAt }: { code: string; expiresAt: Date },
): Promise<void> {
  const [present, ...previous] = subjectMacs(ctx, use);
  if (previous.length > 0) await endCode(ctx, tx, use);
  const columns = {
    code_mac: ctx.keys.mac('code', textOf(use, code)),
    expires_at: expiresAt,
    tries: 0,
    used_at: null,
  };
  await tx
    .insertInto('one_time_codes')
    .values({
      organization_id: use.organizationId ?? PLATFORM_OWNER,
      purpose: use.purpose,
      subject_mac: present,
      ...columns,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'purpose', 'subject_mac']).doUpdateSet(columns),
    )
    .execute();
}

export interface CodeRequest {
  now: Date;
  /** Beside the pause between two codes for a subject. */
  limits: readonly KeyedLimit[];
  send: (code: string) => Promise<void>;
}

/**
 * Sends a code that is valid for {@link CODE_MINUTES}. Refuses CODE_TOO_SOON and CODE_TOO_MANY; what is refused
 * does not count once it is rolled back. The code is stored last: what `send` locks is locked before codes.
 */
export async function sendCode(
  ctx: Context,
  tx: Tx,
  use: CodeUse,
  { now, limits, send }: CodeRequest,
): Promise<void> {
  const pause: KeyedLimit = ['code pause', use.subject, { points: 1, seconds: CODE_PAUSE }];
  for (const one of [pause, ...limits]) {
    const { allowed, retryAfterSeconds } = await ctx.limits.consumeIn(tx, ...one);
    if (allowed) continue;
    throw refuse(one === pause ? 'CODE_TOO_SOON' : 'CODE_TOO_MANY', { retryAfterSeconds });
  }
  const code = ctx.ids.digits(CODE_LENGTH);
  await send(code);
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  await storeCode(ctx, tx, use, { code, expiresAt });
}

/** When another code can be asked for, after a refusal by {@link sendCode}. */
export const nextCodeAt = ({ detail: { retryAfterSeconds = 0 } }: AppError, now: Date): Date =>
  new Date(now.getTime() + retryAfterSeconds * 1000);

/** The result of a try; `none` where no code was sent. */
export type TryResult = 'valid' | 'invalid' | 'none' | 'used' | 'expired' | 'too-many-tries';

/** The code of a use, locked: concurrent tries are made one after the other. */
async function lockCode(ctx: WithKeys, tx: Tx, use: CodeUse, now: Date) {
  const row = await tx
    .selectFrom('one_time_codes')
    .select(['code_mac', 'tries', 'used_at', 'expires_at'])
    .where(isOf(ctx, use))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'none';
  if (row.used_at) return 'used';
  if (row.expires_at <= now) return 'expired';
  return row.tries >= TRIES ? 'too-many-tries' : row;
}

/** Counts a wrong try, or a right one with which something else was wrong. */
export async function countWrong(ctx: WithKeys, tx: Tx, use: CodeUse): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(isOf(ctx, use))
    .execute();
}

/** Marks a right code as used. */
export async function markUsed(ctx: WithKeys, tx: Tx, use: CodeUse, now: Date): Promise<void> {
  await tx.updateTable('one_time_codes').set({ used_at: now }).where(isOf(ctx, use)).execute();
}

/** Tries a code and counts it if it is wrong. `limits` bound the tries of more than one code. */
export async function tryCode(
  ctx: Context,
  tx: Tx,
  use: CodeUse,
  { code, now, limits = [] }: { code: string; now: Date; limits?: readonly KeyedLimit[] },
): Promise<TryResult> {
  const row = await lockCode(ctx, tx, use, now);
  if (typeof row === 'string') return row;
  for (const one of limits)
    if (!(await ctx.limits.consumeIn(tx, ...one)).allowed) return 'too-many-tries';
  if (isRight(ctx, use, code, row.code_mac)) return 'valid';
  await countWrong(ctx, tx, use);
  return 'invalid';
}

/** The use for which a code is right, of several that may be meant; if it is none, a wrong try of each is counted. */
export async function findUse<U extends CodeUse>(
  ctx: Context,
  tx: Tx,
  uses: readonly U[],
  { code, now }: { code: string; now: Date },
): Promise<U | null> {
  for (const use of uses) {
    const row = await lockCode(ctx, tx, use, now);
    if (typeof row !== 'string' && isRight(ctx, use, code, row.code_mac)) return use;
  }
  for (const use of uses) await countWrong(ctx, tx, use);
  return null;
}
