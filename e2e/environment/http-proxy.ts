import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A fault that is injected into a call. */
export type NetworkFault =
  /** The proxy answers with this; the server gets no call. */
  | { kind: 'status'; status: number; body?: string }
  /** The connection is closed; the server gets no call. */
  | { kind: 'drop' }
  /** The server handles the call; the connection is closed before its answer. */
  | { kind: 'lose' }
  /** The call reaches the server so many milliseconds later. */
  | { kind: 'slow'; ms: number };

/** A call as it came from the browser. */
export interface SeenCall {
  method: string;
  /** Path and query. */
  address: string;
  host: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** What the browser received; null without an answer. */
  answer: { status: number; text: string } | null;
}

/** A proxy between browsers and a server. It keeps the Host header. */
export interface HttpProxy {
  port: number;
  /** Every call to the API since the last `forget`. */
  readonly seen: readonly SeenCall[];
  forget: () => void;
  /**
   * Injects a fault into calls such as `GET /api/v1/banks`; the latest matching fault applies. Returns
   * a function that removes it.
   */
  networkFault: (calls: RegExp, networkFault: NetworkFault) => () => void;
  /** Removes all faults. */
  clearUp: () => void;
  close: () => Promise<void>;
}

/** Hop-by-hop headers, which a proxy does not forward. */
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
  // The proxy reads answers, so they must not be compressed.
  const headers = { ...headersOf(asked), 'accept-encoding': 'identity' };
  const { method = 'GET', url: path = '/' } = asked;
  const onward = request({ port, host: '127.0.0.1', method, path, headers, agent: false });
  onward.end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (!answer) throw new Error('There was no answer');
  return answer;
}

/** A call in progress: its record, its request and its response. */
interface Passing {
  call: SeenCall;
  asked: IncomingMessage;
  answer: ServerResponse;
}

async function passOn(port: number, { call, asked, answer }: Passing): Promise<void> {
  const given = await ask(port, asked, call.body);
  const status = given.statusCode ?? 502;
  const headers = headersOf(given);
  // Pages and files are streamed; answers of API calls are recorded.
  if (!isCall(call)) return void given.pipe(answer.writeHead(status, headers));
  const bytes = await bodyOf(given);
  call.answer = { status, text: bytes.toString() };
  answer.writeHead(status, headers).end(bytes);
}

const isCall = ({ address }: SeenCall) => /^\/(api|identity)\//.test(address);

/** CORS headers, so that the page can read an answer that the proxy gives. */
function openTo({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  };
}

async function meet(port: number, networkFault: NetworkFault, passing: Passing): Promise<void> {
  const { call, asked, answer } = passing;
  if (networkFault.kind === 'drop') return void asked.socket.destroy();
  if (networkFault.kind === 'status') {
    const { status, body = '' } = networkFault;
    call.answer = { status, text: body };
    const headers = { 'content-type': 'application/json', ...openTo(asked) };
    return void answer.writeHead(status, headers).end(body);
  }
  if (networkFault.kind === 'slow') {
    await pause(networkFault.ms);
    return passOn(port, passing);
  }
  (await ask(port, asked, call.body)).resume();
  asked.socket.destroy();
}

/** Opens a proxy to a server. The port is asked for at each call: the server may start later. */
export async function openHttpProxy(serverPort: () => number): Promise<HttpProxy> {
  const seen: SeenCall[] = [];
  const networkFaults: { calls: RegExp; networkFault: NetworkFault }[] = [];
  const sockets = new Set<Socket>();
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', url: address = '/', headers } = asked;
    const body = await bodyOf(asked);
    const call = { method, address, host: headers.host ?? '', headers, body, answer: null };
    // CORS preflight requests are not recorded.
    if (isCall(call) && method !== 'OPTIONS') seen.push(call);
    const found = networkFaults.findLast(({ calls }) => calls.test(`${method} ${address}`));
    if (found) await meet(serverPort(), found.networkFault, { call, asked, answer });
    else await passOn(serverPort(), { call, asked, answer });
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
    networkFault: (calls, networkFault) => {
      const one = { calls, networkFault };
      networkFaults.push(one);
      return () => {
        if (networkFaults.includes(one)) networkFaults.splice(networkFaults.indexOf(one), 1);
      };
    },
    clearUp: () => void networkFaults.splice(0),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
