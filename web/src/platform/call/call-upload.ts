import type { Send } from './call.ts';

/** How much of a body has gone out, in bytes. */
export interface Sent {
  bytes: number;
  total: number;
}

/** Milliseconds without any movement after which a line counts as lost. */
const STILL_MS = 60_000;

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [name, ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return headers;
}

/** Ends the request when nothing has moved for a while; the answer says that something has. */
function watchLine(request: XMLHttpRequest): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), STILL_MS);
  };
  request.addEventListener('loadend', () => clearTimeout(timer));
  moved();
  return moved;
}

/**
 * Sends as `fetch` does and tells how much of the body has gone out, which `fetch` can not say. A file
 * may take as long as its line needs; a line on which nothing moves for a minute is given up.
 */
export function sendTelling(tell: (sent: Sent) => void): Send {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const lost = () => reject(new TypeError('The connection was lost'));
      request.open(init.method ?? 'GET', address);
      request.responseType = 'blob';
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      const moved = watchLine(request);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        moved();
        tell({ bytes: loaded, total });
      });
      request.addEventListener('error', lost);
      request.addEventListener('abort', lost);
      request.addEventListener('load', () => {
        const { status, response } = request;
        const body = status === 204 ? null : (response as Blob);
        resolve(new Response(body, { status, headers: headersOf(request) }));
      });
      init.signal?.addEventListener('abort', () => request.abort());
      if (init.signal?.aborted) lost();
      // Whatever fetch takes but a stream, which no row sends.
      else request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
