import { request as httpRequest } from 'node:http';
import { type Endpoint, type OutputOf, parseOutput } from '@tegeka/contract/kit/endpoint.ts';
import { parseJsonOrNull } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';

/** A response: status, headers, and the body as text and as it came. */
export interface TestAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
  /** The body parsed as JSON, for refusals and what is no endpoint of the contract; see `as`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  json: any;
  /** The answer of an endpoint, in its shape. Throws for a refusal. */
  as: <E extends Endpoint>(endpoint: E) => OutputOf<E>;
}

export interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string, bytes, URLSearchParams or FormData. */
  body?: unknown;
  /** True for a program: it has no cookie, and so no CSRF token. */
  isProgram?: boolean;
}

async function encode(body: unknown): Promise<{ bytes: Buffer | null; type: string | null }> {
  if (body === undefined) return { bytes: null, type: null };
  if (typeof body === 'string' || Buffer.isBuffer(body))
    return { bytes: Buffer.from(body), type: null };
  const coded =
    body instanceof FormData || body instanceof URLSearchParams
      ? new Response(body)
      : new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  return { bytes: Buffer.from(await coded.arrayBuffer()), type: coded.headers.get('content-type') };
}

function send(
  port: number,
  url: URL,
  options: { method: string; headers: Record<string, string>; bytes: Buffer | null },
) {
  return new Promise<Omit<TestAnswer, 'json' | 'as'>>((resolve, reject) => {
    const { method, headers, bytes } = options;
    const path = `${url.pathname}${url.search}`;
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, timeout: 30_000 },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const body = Buffer.concat(chunks);
          const { statusCode: status = 0, headers: answered } = answer;
          resolve({ status, headers: answered, text: body.toString('utf8'), bytes: body });
        });
      },
    );
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('No answer in 30 s')));
    sent.end(bytes ?? undefined);
  });
}

/**
 * A browser without a screen: stores cookies by host, sends the CSRF token and a bearer token, and
 * connects to 127.0.0.1 whatever the host name is. Does not follow redirects.
 */
export class TestClient {
  readonly #port: () => number;
  readonly #onError: (call: string) => void;
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly origin: string;
  token: string | null = null;
  /** The Application-Domain header of every call, if set. */
  domain: string | null = null;
  /** The User-Agent header, if set. */
  userAgent: string | null = null;

  /**
   * A function for the port is called at every call: it simulates a load balancer. `onError` is told of
   * every answer of 500 and above.
   */
  constructor(
    port: number | (() => number),
    origin: string,
    onError: (call: string) => void = () => undefined,
  ) {
    this.#port = typeof port === 'number' ? () => port : port;
    this.#onError = onError;
    this.origin = origin;
  }

  /** The value of a cookie that a host has set. */
  cookie(name: string, origin = this.origin): string | undefined {
    return this.#cookies.get(new URL(origin).host)?.get(name);
  }

  /** Calls a URL, absolute or relative to the client's own origin. */
  async call(address: string, request: TestRequest = {}): Promise<TestAnswer> {
    const url = new URL(address, this.origin);
    const method = request.method ?? 'GET';
    const { bytes, type } = await encode(request.body);
    if (method !== 'GET' && !request.isProgram && !this.cookie('XSRF-TOKEN', url.origin))
      await this.#raw(url, 'GET', {}, null, '/healthz');
    const csrf = this.cookie('XSRF-TOKEN', url.origin);
    const headers = {
      ...(type && { 'content-type': type }),
      ...(csrf && { 'x-xsrf-token': csrf }),
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(this.domain && { 'application-domain': this.domain }),
      ...request.headers,
    };
    const answer = await this.#raw(url, method, headers, bytes);
    if (answer.status >= 500) this.#onError(`${method} ${address}: ${answer.status}`);
    const { text } = answer;
    return {
      ...answer,
      json: parseJsonOrNull(z.any(), text) ?? undefined,
      as: (endpoint) => parseOutput(endpoint, text),
    };
  }

  async #raw(
    url: URL,
    method: string,
    headers: Record<string, string>,
    bytes: Buffer | null,
    path?: string,
  ) {
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(this.#port(), path ? new URL(path, url) : url, {
      method,
      bytes,
      headers: {
        host: url.host,
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...(cookie && { cookie }),
        ...(this.userAgent && { 'user-agent': this.userAgent }),
        ...headers,
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return answer;
  }
}
