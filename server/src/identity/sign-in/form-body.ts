import type { IncomingMessage } from 'node:http';
import { refuse } from '#platform/http/refusal.ts';

/** Maximum size of a form in bytes. A sign-in or a token request is far smaller. */
const MAX_BYTES = 16 * 1024;

/** Reads a posted form. Refuses BODY_TOO_LARGE and BODY_TYPE_UNKNOWN. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw refuse('BODY_TYPE_UNKNOWN');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw refuse('BODY_TOO_LARGE');
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
