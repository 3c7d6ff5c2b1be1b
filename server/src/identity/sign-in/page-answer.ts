import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Config } from '#config.ts';
import { pageHeaders } from './page-shell.ts';

/** A fast level: for a page of a few kilobytes compression time matters more than size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A page compressed with an encoding that the browser accepts, and its header. */
export function packPage(
  request: IncomingMessage,
  page: string,
): { bytes: Buffer; headers: Record<string, string> } {
  const accepted = request.headers['accept-encoding'] ?? '';
  const vary = { vary: 'accept-encoding' };
  if (/\bbr\b/.test(accepted)) {
    const bytes = brotliCompressSync(page, BROTLI);
    return { bytes, headers: { ...vary, 'content-encoding': 'br' } };
  }
  if (/\bgzip\b/.test(accepted)) {
    return { bytes: gzipSync(page), headers: { ...vary, 'content-encoding': 'gzip' } };
  }
  return { bytes: Buffer.from(page), headers: vary };
}

/** Answers a page of the provider. */
export function answerPage(
  config: Config,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: string,
): void {
  const { bytes, headers } = packPage(request, page);
  for (const [name, value] of Object.entries({ ...pageHeaders(config), ...headers })) {
    response.setHeader(name, value);
  }
  response.setHeader('content-length', bytes.length);
  response.statusCode = status;
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
