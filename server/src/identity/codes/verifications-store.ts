import { parseJson } from '@tegeka/contract/kit/json.ts';
import type { TokenType } from '@tegeka/contract/sign-up.ts';
import * as z from 'zod/mini';
import { TOKEN_TYPES } from '@tegeka/contract/sign-up.ts';
import type { Tx } from '#platform/database/database.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { KeyedHashes } from '#platform/security/keys.ts';
import type { CallContext } from '#platform/http/serve.ts';

const NAME = 'tegeka_verified';
const PATH = '/identity/api/v1';
const SECONDS = 30 * 60;
/** A browser verifies an email and a phone, and some more if the person corrects them. */
const MAX_PROOFS = 8;

const proofShape = z.object({
  id: z.uuid(),
  identifier: z.string(),
  tokenType: z.enum(TOKEN_TYPES),
});

/** Proof that this browser's user can read messages to an email or phone. */
type Proof = z.infer<typeof proofShape>;

type Cookies = Pick<CallContext, 'cookie' | 'setCookie' | 'clearCookie'>;

/** Keyed hashes of an email or phone. */
function identifierMacs({ keys }: Pick<AppContext, 'keys'>, identifier: string): KeyedHashes {
  return keys.macs('code identifier', identifier);
}

function proofsOf(call: Pick<Cookies, 'cookie'>): Proof[] {
  const text = call.cookie(NAME);
  return text === null ? [] : parseJson(z.array(proofShape), text);
}

/**
 * The browser's newest proof of this kind, for this identifier if one is given. Whether it is still
 * valid is checked in the database.
 */
export function findProof(
  call: Pick<Cookies, 'cookie'>,
  tokenType: TokenType,
  identifier?: string,
): Proof | undefined {
  return proofsOf(call).find(
    (proof) =>
      proof.tokenType === tokenType && (identifier ?? proof.identifier) === proof.identifier,
  );
}

/** Stores a proof and gives it to the browser in a signed cookie. */
export async function grantProof(
  ctx: Pick<AppContext, 'ids' | 'keys'>,
  call: Cookies & { tx: Tx; now: Date },
  about: Omit<Proof, 'id'>,
): Promise<void> {
  const { tx, now } = call;
  const proof = { ...about, id: ctx.ids.uuid(now) };
  await tx
    .insertInto('verifications')
    .values({
      id: proof.id,
      identifier_mac: identifierMacs(ctx, proof.identifier)[0],
      token_type: proof.tokenType,
      verified_at: now,
    })
    .execute();
  const others = proofsOf(call).filter(
    ({ identifier, tokenType }) => identifier !== about.identifier || tokenType !== about.tokenType,
  );
  const proofs = [proof, ...others].slice(0, MAX_PROOFS);
  call.setCookie(NAME, JSON.stringify(proofs), { path: PATH, maxAgeSeconds: SECONDS });
}

/** Consumes the proofs. False if one is older than 30 minutes or was used already. */
export async function spendProofs(tx: Tx, proofs: readonly Proof[], now: Date): Promise<boolean> {
  if (proofs.length === 0) return false;
  const consumed = await tx
    .deleteFrom('verifications')
    .where(
      'id',
      'in',
      proofs.map(({ id }) => id),
    )
    .where('verified_at', '>', new Date(now.getTime() - SECONDS * 1000))
    .returning('id')
    .execute();
  return consumed.length === proofs.length;
}

export async function isProofLive(tx: Tx, { id }: Proof, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('verifications')
    .select('id')
    .where('id', '=', id)
    .where('verified_at', '>', new Date(now.getTime() - SECONDS * 1000))
    .executeTakeFirst();
  return found !== undefined;
}

/** Removes the proofs from the browser. */
export function clearProofs(call: Cookies): void {
  call.clearCookie(NAME, { path: PATH });
}
