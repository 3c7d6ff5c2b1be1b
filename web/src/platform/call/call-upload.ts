import type { Send } from './call-send.ts';

/** Upload progress in bytes. */
export interface Sent {
  bytes: number;
  total: number;
}

/** Idle timeout in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [name, ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return headers;
}

/**
 * Aborts the request when no data has moved for the idle timeout. The returned function restarts
 * the timer.
 */
function watchIdle(request: XMLHttpRequest): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), IDLE_TIMEOUT_MS);
  };
  request.addEventListener('loadend', () => clearTimeout(timer));
  moved();
  return moved;
}

/**
 * Like `fetch`, with upload progress, which `fetch` does not report. No total timeout, since files
 * can take long; an idle timeout of one minute.
 */
export function sendTelling(tell: (sent: Sent) => void): Send {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const lost = () => reject(new TypeError('The connection was lost'));
      request.open(init.method ?? 'GET', address);
      request.responseType = 'blob';
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      const moved = watchIdle(request);
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
      // Any body type of fetch except a stream, which no endpoint sends.
      else request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}
