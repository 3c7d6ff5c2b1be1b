import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { isLockTimeout, type Tx } from '#platform/database/database.ts';
import { refuse, refuseField } from './refusal.ts';

/** A call that names itself by an Idempotency-Key. */
export interface NamedCall {
  /** Whose key it is: organization and endpoint, or the endpoint alone where it is public. */
  scope: string;
  key: string;
  /** Keyed hash of the account and of what was sent: the same key may not carry another request. */
  requestMac: string;
  at: Date;
}

/** What was answered when the call came first. */
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
        request_mac: call.requestMac,
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

/** Whether a call of this name has been answered, so that a repeated call gets the same answer. */
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
 * Runs the work once for its key, in the call's own transaction, and gives a repeated call the answer of
 * the first. Work that is refused leaves no key behind, so that it can be tried again.
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
  if (kept.request_mac !== call.requestMac) throw refuse('IDEMPOTENCY_KEY_REUSED');
  return { status: kept.status, answer: kept.answer };
}

/**
 * True if repeated calls with the same idempotency key are executed once. An answer that is shown on
 * record only is not kept for that: each look is a look of its own.
 */
export function takesIdempotencyKey({ method, admission, output, audit }: Endpoint): boolean {
  const signedIn = admission.kind === 'signed-in';
  return method !== 'GET' && audit !== 'read' && (signedIn || output.status === 201);
}

/** The key that a call names itself by; null where it has none, or none applies. */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !takesIdempotencyKey(endpoint)) return null;
  if (!/^[\w.:-]{8,128}$/.test(key))
    throw refuseField('Idempotency-Key', 'Use 8 to 128 letters, digits, - _ . or :');
  return key;
}

/** Whose key it is. */
export function keyScopeOf(endpoint: Endpoint, caller: Caller | null): string {
  return caller ? `${caller.organizationId}:${endpoint.name}` : endpoint.name;
}
