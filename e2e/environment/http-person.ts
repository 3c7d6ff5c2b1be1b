import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Cookie } from 'playwright-core';
import { fieldsOf, type HttpAnswer, httpCall } from './http-call.ts';
import type { App, TestServer } from './server-process.ts';

/** A cookie as a browser context takes it. */
export type PersonCookie = Pick<Cookie, 'name' | 'value' | 'domain' | 'path' | 'httpOnly'>;

/** What the provider gives at a sign-in. */
export interface Tokens {
  token: string;
  refreshToken: string;
}

/** What a call carries: JSON, a form or files, and further headers. */
interface PersonCall {
  method?: string;
  json?: unknown;
  form?: Record<string, string>;
  files?: FormData;
  headers?: Record<string, string>;
}

/** A person without a browser: an HTTP client that keeps cookies and signs in as a browser does. */
export class HttpPerson {
  readonly #server: TestServer;
  readonly #app: App;
  readonly #cookies = new Map<string, PersonCookie>();
  readonly #userAgent: string;
  #token: string | null = null;

  constructor(server: TestServer, app: App, userAgent = 'Tegeka stories') {
    this.#server = server;
    this.#app = app;
    this.#userAgent = userAgent;
  }

  /** All cookies that the server has set. */
  get cookies(): PersonCookie[] {
    return [...this.#cookies.values()];
  }

  /** Calls an address, absolute or of the app. Redirects are not followed. */
  async call(address: string, call: PersonCall = {}): Promise<HttpAnswer> {
    const url = new URL(address, this.#server.origin(this.#app));
    const { body, type } = await bodyOf(call);
    const method = call.method ?? (body ? 'POST' : 'GET');
    if (method !== 'GET' && !this.#cookie('XSRF-TOKEN', url))
      await this.call(`${url.origin}/healthz`);
    const token = this.#cookie('XSRF-TOKEN', url)?.value;
    const cookie = this.cookies
      .filter(({ domain }) => domain === url.hostname)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const answer = await httpCall(this.#server, appOf(url), url.pathname + url.search, {
      method,
      headers: {
        'user-agent': this.#userAgent,
        'application-domain': this.#app.toUpperCase(),
        ...(cookie && { cookie }),
        ...(type && { 'content-type': type }),
        ...(token && { 'x-xsrf-token': token }),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...call.headers,
      },
      ...(body && { body }),
    });
    this.#keep(url, answer);
    return answer;
  }

  /** Calls an address and returns the fields of its JSON. Throws on any status but 2xx. */
  async ask(address: string, call: PersonCall = {}): Promise<Record<string, unknown>> {
    const { status, text, json } = await this.call(address, call);
    assert.ok(status >= 200 && status < 300, `${address} answers ${status}: ${text.slice(0, 300)}`);
    return fieldsOf(json);
  }

  /** Signs in on the provider's page. Its cookies then sign in to every app (single sign-on). */
  async signIn(email: string, password: string): Promise<Tokens> {
    const verifier = randomBytes(32).toString('base64url');
    const back = `${this.#server.origin(this.#app)}/auth/login`;
    const issuer = `${this.#server.origin('id')}/realms/tegeka/protocol/openid-connect`;
    const query = new URLSearchParams({
      client_id: 'tegeka-web',
      redirect_uri: back,
      response_type: 'code',
      scope: 'openid profile email',
      state: randomBytes(8).toString('hex'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await this.#follow(`${issuer}/auth?${query.toString()}`, {}, back);
    const { action, fields } = formOf(page.answer.text);
    const form = { ...fields, username: email, password };
    const { address } = await this.#follow(new URL(action, page.address).href, { form }, back);
    const code = new URL(address).searchParams.get('code');
    assert.ok(code, `${email} is signed in`);
    const tokens = await this.ask(`${issuer}/token`, {
      form: {
        grant_type: 'authorization_code',
        client_id: 'tegeka-web',
        redirect_uri: back,
        code,
        code_verifier: verifier,
      },
      headers: { origin: new URL(back).origin },
    });
    this.#token = String(tokens['access_token']);
    return { token: this.#token, refreshToken: String(tokens['refresh_token']) };
  }

  /** Follows redirects to a page, or to an address that begins with `end`. */
  async #follow(first: string, call: PersonCall, end: string) {
    let [address, answer] = [first, await this.call(first, call)];
    for (let hops = 0; hops < 10; hops += 1) {
      const { location } = answer.headers;
      if (location === undefined) return { address, answer };
      address = new URL(location, address).href;
      if (address.startsWith(end)) return { address, answer };
      answer = await this.call(address);
    }
    throw new Error('Too many redirects');
  }

  #cookie(name: string, { hostname }: URL): PersonCookie | undefined {
    return this.#cookies.get(`${hostname} ${name}`);
  }

  #keep({ hostname }: URL, { headers }: HttpAnswer): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; *path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const httpOnly = /; *httponly/i.test(line);
      const key = `${hostname} ${name}`;
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(key);
      else this.#cookies.set(key, { name, value, domain: hostname, path, httpOnly });
    }
  }
}

function appOf({ hostname }: URL): App | 'id' | undefined {
  const name = hostname.replace(/\.?localhost$/, '');
  const apps = ['merchant', 'operator', 'bank', 'consumer', 'ach', 'id'] as const;
  return apps.find((app) => app === name);
}

async function bodyOf({ json, form, files }: PersonCall) {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (!form && !files) return { body: null, type: null };
  const coded = new Response(files ?? new URLSearchParams(form));
  return { body: Buffer.from(await coded.arrayBuffer()), type: coded.headers.get('content-type') };
}

/** The URL that a form is sent to, and its hidden fields. */
function formOf(html: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  assert.ok(action, 'there is a form on the page');
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return {
    action,
    fields: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])),
  };
}

/** A file of a form. */
export async function fileOf(path: string, name: string): Promise<File> {
  return new File([new Uint8Array(await readFile(path))], name);
}
