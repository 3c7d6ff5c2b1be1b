import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { TestServer } from './server-process.ts';
import type { App } from './server-process.ts';

/** An answer of the server, without a browser. */
export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** The parsed body; null where it is no JSON. */
  json: unknown;
}

/** What a call carries. */
export interface HttpAsk {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Calls an app's host, or the start page's without an app. It connects to 127.0.0.1, so that names
 * under localhost need no DNS.
 */
export async function httpCall(
  server: TestServer,
  app: App | 'id' | undefined,
  address: string,
  { method = 'GET', headers = {}, body }: HttpAsk = {},
): Promise<HttpAnswer> {
  const { host, port } = new URL(server.origin(app));
  const onward = request({
    host: '127.0.0.1',
    port,
    path: address,
    method,
    agent: false,
    headers: { ...headers, host },
  });
  onward.end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (!answer) throw new Error('There was no answer');
  const text = (await answer.toArray()).join('');
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) };
}

/** Returns the fields of an object; an empty object for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The headers of a changing call with a token. Against CSRF a header repeats the value of a cookie. */
export function changing(token: string): Record<string, string> {
  const forgery = 'a-token-against-forgery';
  return {
    authorization: `Bearer ${token}`,
    'application-domain': 'MERCHANT',
    cookie: `XSRF-TOKEN=${forgery}`,
    'x-xsrf-token': forgery,
    'idempotency-key': randomUUID(),
  };
}
