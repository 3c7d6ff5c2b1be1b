import type { CDPSession } from 'playwright-core';

interface Request {
  kind: 'js' | 'css' | 'ahead' | 'other';
  url: string;
  bytes: number;
  cached: boolean;
  open: boolean;
  /** The document that requested it. */
  loader: string;
}

/** Transferred kilobytes (1000 bytes), headers included. */
export interface Amount {
  js: number;
  css: number;
  /** Everything that the page itself needed. */
  total: number;
  /** Prefetched for the next page. */
  ahead: number;
  requests: number;
}

/** Counts the transfers of a page. */
export interface Traffic {
  /** Resets the counters. */
  restart(): void;
  /** True if there was no transfer for the given milliseconds. */
  quietFor(milliseconds: number): boolean;
  amount(): Amount;
  /** Each file with its type and kilobytes, the largest first. */
  list(): string[];
}

function kindOf(type: string | undefined, mediaType: string): Request['kind'] {
  if (type === 'Script' || mediaType.includes('javascript')) return 'js';
  if (type === 'Stylesheet' || mediaType === 'text/css') return 'css';
  return 'other';
}

/** Starts counting on a page's DevTools session, whose Network and Page domains must be enabled. */
export function countTraffic(session: CDPSession): Traffic {
  const requests = new Map<string, Request>();
  let last = performance.now();
  const end = (id: string, bytes: number) => {
    const request = requests.get(id);
    last = performance.now();
    if (request?.open) Object.assign(request, { open: false, bytes: request.bytes + bytes });
  };
  session.on('Network.requestWillBeSent', (sent) => {
    const { requestId, request, type, redirectResponse, loaderId: loader } = sent;
    if (!/^https?:/.test(request.url)) return;
    last = performance.now();
    const before = requests.get(requestId)?.bytes ?? 0;
    const bytes = before + (redirectResponse?.encodedDataLength ?? 0);
    const kind = request.headers['Sec-Purpose'] === 'prefetch' ? 'ahead' : kindOf(type, '');
    requests.set(requestId, { kind, url: request.url, bytes, cached: false, open: true, loader });
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = requests.get(requestId);
    if (!request) return;
    if (request.kind !== 'ahead') request.kind = kindOf(type, response.mimeType);
    request.cached ||= (response.fromDiskCache ?? false) || (response.fromPrefetchCache ?? false);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.cached = true;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    // Pending requests of a document are cancelled by a navigation, and not always reported.
    for (const request of requests.values()) request.open &&= request.loader === frame.loaderId;
  });
  const wired = () => [...requests.values()].filter((request) => !request.cached);
  const sum = (kinds: readonly Request['kind'][]) =>
    wired()
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((bytes, request) => bytes + request.bytes, 0) / 1000;
  return {
    restart: () => requests.clear(),
    quietFor: (milliseconds) =>
      performance.now() - last > milliseconds && ![...requests.values()].some(({ open }) => open),
    amount: () => ({
      js: sum(['js']),
      css: sum(['css']),
      ahead: sum(['ahead']),
      total: sum(['js', 'css', 'other']),
      requests: wired().filter(({ kind }) => kind !== 'ahead').length,
    }),
    list: () =>
      wired()
        .toSorted((a, b) => b.bytes - a.bytes)
        .map(({ kind, url, bytes }) => `${kind} ${(bytes / 1000).toFixed(1)} KB ${url}`),
  };
}
