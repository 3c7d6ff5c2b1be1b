import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditNote } from '../history/audit.ts';
import type { Caller } from './caller.ts';
import type { Tx } from '../database/database.ts';
import type { AppContext } from '../app-context.ts';
import { addressOf } from './limits.ts';
import { refuse, refuseField } from './refusal.ts';
import type { CallContext, Route } from './serve.ts';

/** Changes an address may send to public endpoints, all together. */
const PUBLIC_CHANGES = { points: 120, seconds: 60 };
/** Signed calls from an address: a gateway calls for all payers. Wrong signatures count too. */
const SIGNED_CALLS = { points: 3000, seconds: 60 };

/** Returns what the platform needs to know of a merchant, or null if the transaction may not see it. */
export type FindMerchant = (
  tx: Tx,
  merchantId: string,
) => Promise<{ organizationId: string; active: boolean } | null>;

/** A call whose path has been parsed. */
export interface GuardedCall {
  endpoint: Endpoint;
  params: unknown;
  caller: Caller | null;
  /** The caller's network address, of IPv6 the /64 prefix. */
  address: string;
}

/** The merchant that the path names; null where the endpoint is not about one. */
function merchantIdOf({ endpoint, params }: GuardedCall): string | null {
  if (endpoint.scope !== 'merchant') return null;
  const known = typeof params === 'object' && params !== null && 'merchantId' in params;
  if (known && typeof params.merchantId === 'string') return params.merchantId;
  throw new Error(`${endpoint.name} has the scope of a merchant and no merchantId in its path`);
}

/** Refuses NOT_FOUND for a merchant that is not the caller's, and MERCHANT_NOT_ACTIVE. */
export async function checkScope(
  findMerchant: FindMerchant,
  tx: Tx,
  call: GuardedCall,
): Promise<void> {
  const merchantId = merchantIdOf(call);
  if (merchantId === null) return;
  const merchant = await findMerchant(tx, merchantId);
  // Operators answer for all merchants; a transaction of theirs sees them all.
  const foreign =
    call.caller?.domain !== 'OPERATOR' && merchant?.organizationId !== call.caller?.organizationId;
  if (!merchant || foreign) throw refuse('NOT_FOUND');
  if (call.endpoint.active && !merchant.active) throw refuse('MERCHANT_NOT_ACTIVE');
}

/** Counts a call in the given transaction. Refuses TOO_MANY_REQUESTS. */
export async function takeLimit(
  { limits }: Pick<AppContext, 'limits'>,
  tx: Tx,
  { endpoint, caller, address }: GuardedCall,
): Promise<void> {
  if (!endpoint.limit) return;
  const { max: points, per, windowSeconds: seconds } = endpoint.limit;
  const keys = { person: caller?.userId, organization: caller?.organizationId, address };
  const result = await limits.consumeIn(tx, endpoint.name, keys[per] ?? address, {
    points,
    seconds,
  });
  if (!result.allowed) throw refuse('TOO_MANY_REQUESTS', result);
}

/** Counts a change by a stranger. Refuses TOO_MANY_REQUESTS. */
export async function countPublic(
  { limits }: Pick<AppContext, 'limits'>,
  { signed }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const [name, limit] = signed
    ? (['signed calls', SIGNED_CALLS] as const)
    : (['public changes', PUBLIC_CHANGES] as const);
  const result = await limits.consume(name, addressOf(request), limit);
  if (!result.allowed) throw refuse('TOO_MANY_REQUESTS', result);
}

/** The audit note of a call whose handler added none. */
export function defaultNoteOf(call: GuardedCall): AuditNote | null {
  const merchantId = merchantIdOf(call);
  return merchantId === null ? null : { entity: 'merchant', entityId: merchantId };
}

/** True while the caller's session is open. A token alone outlives it by minutes. */
export type IsSignedIn = (tx: Tx, caller: Caller) => Promise<boolean>;

/**
 * True for a call that is checked at its own time: a change, a read on record, and what makes or sends a file. Of
 * other reads the session is checked where the token is verified, once a minute.
 */
const isChecked = ({ method, audit, heavy, output }: Endpoint) =>
  method !== 'GET' || audit === 'read' || heavy === true || output.kind === 'file';

/**
 * Runs the work in a transaction across organizations or of the caller's one, by route and caller.
 * Refuses NOT_SIGNED_IN once the caller's session has ended.
 */
export function inTransaction<T>(
  { ctx, isSignedIn }: { ctx: AppContext; isSignedIn: IsSignedIn },
  { endpoint, asPlatform }: Route,
  caller: Caller | null,
  work: (tx: Tx) => Promise<T>,
) {
  const checked = async (tx: Tx) => {
    if (caller && isChecked(endpoint) && !(await isSignedIn(tx, caller)))
      throw refuse('NOT_SIGNED_IN');
    return work(tx);
  };
  // Operators answer for all organizations; everybody else sees one.
  const wide = !caller || caller.domain === 'OPERATOR' || asPlatform;
  if (wide) return ctx.db.asPlatform(endpoint.name, checked);
  return ctx.db.asTenant(caller.organizationId, checked);
}

/** The version that a change names in `If-Match`, as `3` or `"3"`. Refuses INPUT_INVALID for another text. */
function ifMatchOf({ headers }: FastifyRequest): number | null {
  const text = headers['if-match'];
  if (text === undefined || text === '*') return null;
  const version = /^"?([1-9]\d{0,8})"?$/.exec(text)?.[1];
  if (version) return Number(version);
  const message = 'Send the version that was read, such as "3".';
  throw refuseField('If-Match', message);
}

/** The value of a signed cookie. Null if it is missing or its signature is wrong. */
export function signedCookie(
  { keys }: Pick<AppContext, 'keys'>,
  request: FastifyRequest,
  name: string,
): string | null {
  const [value, mac] = (request.cookies[name] ?? '').split('~');
  if (!value || !mac) return null;
  const text = Buffer.from(value, 'base64url').toString('utf8');
  return keys.macMatches(`cookie ${name}`, text, mac) ? text : null;
}

/** The request data and functions that a handler gets. Our cookies are signed and HttpOnly. */
export function callContext(
  ctx: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Pick<CallContext, 'tx' | 'files' | 'prepared' | 'now' | 'audit'>,
): CallContext {
  const secure = ctx.config.http.scheme === 'https';
  const always = { httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    ...parts,
    requestId: request.id,
    address: addressOf(request),
    ifMatch: endpoint.ifMatch ? ifMatchOf(request) : null,
    cookie: (name) => signedCookie(ctx, request, name),
    setCookie: (name, value, { path, maxAgeSeconds }) => {
      const text = Buffer.from(value).toString('base64url');
      const signed = `${text}~${ctx.keys.mac(`cookie ${name}`, value)}`;
      void reply.setCookie(name, signed, { ...always, path, maxAge: maxAgeSeconds });
    },
    clearCookie: (name, { path }) => void reply.clearCookie(name, { ...always, path }),
  };
}
