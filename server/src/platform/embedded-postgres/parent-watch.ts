import { spawn } from 'node:child_process';

/** Waits beside this process; `dismiss` sends it home without having done anything. */
export type ParentWatch = { dismiss(): void };

/**
 * Ends a process as soon as this one is gone, however it goes (kill -9 too), and then removes a
 * folder if one is given: a small shell waits at the other end of a pipe that only we hold open.
 */
export function watchParent(victim: number, folder?: string): ParentWatch {
  const end = 'read -r _; kill -INT "$0" 2>/dev/null';
  const removal = 'while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"';
  const script = folder === undefined ? end : `${end}; ${removal}`;
  const watch = spawn('/bin/sh', ['-c', script, String(victim), folder ?? ''], {
    cwd: '/',
    // A session of its own, or the Ctrl-C that ends us would end the watch first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // The watch is a safety net; where there is no /bin/sh the next start clears up all the same.
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref();
  return { dismiss: () => void watch.kill('SIGKILL') };
}
