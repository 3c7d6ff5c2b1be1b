import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { writeDocuments } from './documents.ts';

const WEB = path.join(import.meta.dirname, '..');

/** What Vite serves on every host: sources, packages, its own client, files of `public` and the gallery. */
const OF_VITE = /^\/(@|src\/|node_modules\/|gallery\/|[\w-]+\.(js|svg|csv|xlsx)(\?|$))/;

/** The PDFs of the legal texts, written when one is first asked for. */
const DOCUMENTS = 'node_modules/legal';

/** How long a request waits for the server while it restarts, in milliseconds. */
const MAX_WAIT_MS = 15_000;

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function waitForServer(port: number): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += 50) {
    if (await accepts(port)) return;
    await pause(50);
  }
}

/** Sends an answer of the server. A page of the app gets what Vite's client needs. */
async function passOn(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
): Promise<void> {
  const { statusCode = 502, headers } = answer;
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  if (!isPage) {
    response.writeHead(statusCode, headers);
    return pipeline(answer, response);
  }
  const html = await text(answer);
  const isOfApp = html.includes('src="/src/start.ts"');
  if (isOfApp) {
    // Vite adds inline scripts and styles of its own, which the policy forbids.
    delete headers['content-security-policy'];
    delete headers['content-length'];
    delete headers['etag'];
  }
  response.writeHead(statusCode, headers);
  response.end(isOfApp ? await vite.transformIndexHtml(request.url ?? '/', html) : html);
}

/**
 * Starts Vite on a port of the loopback interface: it serves the sources with hot replacement, and sends
 * everything else to the server behind it.
 */
export async function openDevelopmentWeb(port: number, serverPort: number): Promise<ViteDevServer> {
  let documents: Promise<void> | undefined;
  const vite: ViteDevServer = await createServer({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    appType: 'mpa',
    clearScreen: false,
    logLevel: 'warn',
    // Packages that are found later would reload the page that first needs them.
    optimizeDeps: { entries: ['index.html', 'gallery/index.html', 'src/**/*.tsx'] },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // The server behind answers preflights itself.
      cors: false,
      warmup: { clientFiles: ['./src/start.ts', './src/main.tsx', './src/app.tsx'] },
      proxy: {
        '^/': {
          target: `http://127.0.0.1:${serverPort}`,
          selfHandleResponse: true,
          bypass: async ({ url = '/' }) => {
            if (url === '/gallery') return '/gallery/index.html';
            if (OF_VITE.test(url)) return url;
            if (url.startsWith('/documents/')) {
              const texts = path.join(import.meta.dirname, 'documents');
              await (documents ??= writeDocuments(texts, path.join(WEB, DOCUMENTS)));
              return url.replace('/documents/', `/${DOCUMENTS}/`);
            }
            await waitForServer(serverPort);
            return undefined;
          },
          configure: (proxy) => {
            proxy.on('proxyReq', (request) => {
              request.removeHeader('accept-encoding');
              request.removeHeader('if-none-match');
            });
            proxy.on('proxyRes', (answer, request, response) => {
              passOn(vite, request, response, answer).catch((error: unknown) => {
                vite.config.logger.error(String(error));
                response.destroy();
              });
            });
          },
        },
      },
    },
  });
  return vite.listen();
}
