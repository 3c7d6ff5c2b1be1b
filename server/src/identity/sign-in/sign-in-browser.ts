import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { AppContext } from '#platform/app-context.ts';

const NAME = 'tegeka_known';
const PURPOSE = 'known browser';
const DAYS = 90;
/** Maximum of accounts per browser. With more, the latest ones are remembered. */
const MOST_ACCOUNTS = 8;

const knownShape = z.object({ id: z.string(), emails: z.array(z.string()) });
type Known = z.infer<typeof knownShape>;
type Parts = Pick<AppContext, 'config' | 'keys' | 'ids'>;

function knownOf({ keys }: Parts, request: IncomingMessage): Known | null {
  const found = (request.headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${NAME}=`));
  if (!found) return null;
  try {
    return knownShape.parse(JSON.parse(keys.open(PURPOSE, found.slice(NAME.length + 1))));
  } catch {
    // Sealed with another key, or tampered with: an unknown browser.
    return null;
  }
}

/** The id of this browser if this email has signed in here before. */
export function knownBrowser(parts: Parts, request: IncomingMessage, email: string): string | null {
  const known = knownOf(parts, request);
  return known?.emails.includes(parts.keys.mac(PURPOSE, email)) ? known.id : null;
}

/** Remembers the browser with a sealed cookie, sent to the sign-in page only. */
export function rememberBrowser(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  email: string,
): void {
  const { config, keys, ids } = parts;
  const known = knownOf(parts, request) ?? { id: ids.secret(), emails: [] };
  const emails = [...new Set([keys.mac(PURPOSE, email), ...known.emails])].slice(0, MOST_ACCOUNTS);
  const value = keys.seal(PURPOSE, JSON.stringify({ id: known.id, emails }));
  const path = `${new URL(config.identity.issuer).pathname}/sign-in`;
  const secure = config.http.scheme === 'https' ? '; Secure' : '';
  response.appendHeader(
    'set-cookie',
    `${NAME}=${value}; Path=${path}; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${secure}`,
  );
}
