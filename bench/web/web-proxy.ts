import { createHash, X509Certificate } from 'node:crypto';
import { Agent, request } from 'node:http';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { generate } from 'selfsigned';

/** A reverse proxy with HTTP/2 and TLS, as in production. */
export interface Proxy {
  /** The certificate's SPKI hash, for Chromium to accept. */
  trusted: string;
  close(): void;
}

/** Hop-by-hop headers, which a proxy does not forward. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host']);

const endToEnd = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !HOP_BY_HOP.has(name)),
  );

function forward(agent: Agent, port: number, from: Http2ServerRequest, to: Http2ServerResponse) {
  const { ':authority': authority, cookie } = from.headers;
  const headers = {
    ...endToEnd(from.headers),
    ...(cookie && { cookie }),
    host: authority ?? '',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
  };
  const { method, url: path } = from;
  const up = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(to);
  });
  up.on('error', () => (to.headersSent ? to.stream.close() : to.writeHead(502).end()));
  from.pipe(up);
}

/** Opens the proxy on 127.0.0.1. Bodies pass unchanged, with the server's own compression. */
export async function openProxy(port: number, upstream: number): Promise<Proxy> {
  const altNames = ['tegeka.localhost', '*.tegeka.localhost'].map((value) => ({
    type: 2 as const,
    value,
  }));
  const made = await generate([{ name: 'commonName', value: 'tegeka.localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key: made.private, cert: made.cert }, (from, to) =>
    forward(agent, upstream, from, to),
  );
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const publicKey = new X509Certificate(made.cert).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return {
    trusted: createHash('sha256').update(publicKey).digest('base64'),
    close: () => {
      for (const session of sessions) session.destroy();
      agent.destroy();
      server.close();
    },
  };
}
