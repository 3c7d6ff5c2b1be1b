import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What happens to a call on its way. */
export type Weather =
  /** It does not reach the server: this is answered in its place. */
  | { kind: 'status'; status: number; body?: string }
  /** It does not reach the server, and the connection breaks off. */
  | { kind: 'drop' }
  /** The server does its work, and the connection breaks off before the answer. */
  | { kind: 'lose' }
  /** The answer takes so many milliseconds more. */
  | { kind: 'slow'; ms: number };

/** A call as it came from the browser. */
export interface SeenCall {
  method: string;
  /** Path and query. */
  address: string;
  host: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A line in front of a server, over which browsers reach it; host names are kept. */
export interface HttpProxy {
  port: number;
  /** Every call to the API since the last `forget`. */
  readonly seen: readonly SeenCall[];
  forget: () => void;
  /** From here on calls like `GET /api/v1/banks` meet this weather, the latest first. */
  weather: (calls: RegExp, weather: Weather) => () => void;
  /** All is as usual again. */
  clearUp: () => void;
  close: () => Promise<void>;
}

/** What is not sent on: it concerns one connection only. */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function headersOf(message: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(message.headers).flatMap(([name, value]) =>
    value === undefined || OF_ONE_CONNECTION.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function ask(port: number, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const options = {
    port,
    host: '127.0.0.1',
    method: asked.method ?? 'GET',
    path: asked.url ?? '/',
  };
  const onward = request({ ...options, headers: headersOf(asked), agent: false });
  onward.end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (!answer) throw new Error('There was no answer');
  return answer;
}

async function passOn(port: number, asked: IncomingMessage, answer: ServerResponse, body: Buffer) {
  const given = await ask(port, asked, body);
  answer.writeHead(given.statusCode ?? 502, headersOf(given));
  given.pipe(answer);
}

async function meet(
  port: number,
  weather: Weather,
  asked: IncomingMessage,
  answer: ServerResponse,
  body: Buffer,
) {
  if (weather.kind === 'drop') return void asked.socket.destroy();
  if (weather.kind === 'status') {
    answer.writeHead(weather.status, { 'content-type': 'application/json' });
    return void answer.end(weather.body ?? '');
  }
  if (weather.kind === 'slow') {
    await pause(weather.ms);
    return passOn(port, asked, answer, body);
  }
  (await ask(port, asked, body)).resume();
  asked.socket.destroy();
}

/** Opens a line to a server whose port is known by the time of the first call. */
export async function openHttpProxy(serverPort: () => number): Promise<HttpProxy> {
  const seen: SeenCall[] = [];
  const weathers: { calls: RegExp; weather: Weather }[] = [];
  const sockets = new Set<Socket>();
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await bodyOf(asked);
    const { method = 'GET', url: address = '/', headers } = asked;
    const host = headers.host ?? '';
    if (/^\/(api|identity)\//.test(address)) seen.push({ method, address, host, headers, body });
    const found = weathers.findLast(({ calls }) => calls.test(`${method} ${address}`));
    if (found) await meet(serverPort(), found.weather, asked, answer, body);
    else await passOn(serverPort(), asked, answer, body);
  };
  const server = createServer((asked, answer) => {
    serve(asked, answer).catch(() => asked.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    seen,
    forget: () => void seen.splice(0),
    weather: (calls, weather) => {
      const one = { calls, weather };
      weathers.push(one);
      return () => {
        if (weathers.includes(one)) weathers.splice(weathers.indexOf(one), 1);
      };
    },
    clearUp: () => void weathers.splice(0),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
