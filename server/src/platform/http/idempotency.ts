import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { isLockTimeout, type Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from './refusal.ts';
import type { KeyedHashes } from '#platform/security/keys.ts';

/** A call with an Idempotency-Key. */
export interface NamedCall {
  /** Where the key is unique: organization and endpoint, or only the endpoint if it is public. */
  scope: string;
  key: string;
  /** Keyed hash of the account and the request: another request with the same key is refused. */
  requestMacs: KeyedHashes;
  at: Date;
}

/** The answer to the first call with a key. */
export interface StoredAnswer {
  status: number;
  answer: unknown;
}

async function claim(tx: Tx, call: NamedCall): Promise<boolean> {
  try {
    // A concurrent duplicate holds the unique key: this waits for its end, up to the lock timeout.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotency')
      .values({
        scope: call.scope,
        key: call.key,
        request_mac: call.requestMacs[0],
        created_at: call.at,
      })
      .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    if (isLockTimeout(error)) throw refuse('IDEMPOTENCY_KEY_BUSY');
    throw error;
  }
}

/** True if a call with this key has been answered. */
export async function isAnswered(
  tx: Tx,
  { scope, key }: Pick<NamedCall, 'scope' | 'key'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('idempotency')
    .select('status')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return (found?.status ?? null) !== null;
}

/**
 * Runs the work once for its key, in the call's own transaction; a repeated call gets the first answer.
 * Refused work stores no key and can be tried again. Refuses IDEMPOTENCY_KEY_BUSY, IDEMPOTENCY_KEY_REUSED.
 */
export async function once(
  tx: Tx,
  call: NamedCall,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (await claim(tx, call)) {
    const done = await work();
    await tx
      .updateTable('idempotency')
      .set({ status: done.status, answer: JSON.stringify(done.answer ?? null) })
      .where('scope', '=', call.scope)
      .where('key', '=', call.key)
      .execute();
    return done;
  }
  const kept = await tx
    .selectFrom('idempotency')
    .select(['request_mac', 'status', 'answer'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (!kept || kept.status === null) throw refuse('IDEMPOTENCY_KEY_BUSY');
  if (!call.requestMacs.includes(kept.request_mac)) throw refuse('IDEMPOTENCY_KEY_REUSED');
  return { status: kept.status, answer: kept.answer };
}

/**
 * True if repeated calls with the same idempotency key are executed once. Not for audited reads: their
 * answers are not stored, and each read is audited.
 */
export function takesIdempotencyKey({ method, admission, output, audit }: Endpoint): boolean {
  const signedIn = admission.kind === 'signed-in';
  return method !== 'GET' && audit !== 'read' && (signedIn || output.status === 201);
}

/** The idempotency key of a call. Null if it has none, or if the endpoint takes none. */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !takesIdempotencyKey(endpoint)) return null;
  if (!/^[\w.:-]{8,128}$/.test(key))
    throw refuseField('Idempotency-Key', 'Use 8 to 128 letters, digits, - _ . or :');
  return key;
}

/** Where a key is unique: see `scope` of {@link NamedCall}. */
export function keyScopeOf(endpoint: Endpoint, caller: Caller | null): string {
  return caller ? `${caller.organizationId}:${endpoint.name}` : endpoint.name;
}
