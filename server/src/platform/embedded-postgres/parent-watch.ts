import { spawn } from 'node:child_process';

/** A helper process; `dismiss` ends it without any effect. */
export type ParentWatch = { dismiss(): void };

/**
 * Ends a process as soon as this one is gone, even after kill -9, and then removes the folder if
 * one is given. A shell reads from a pipe that only this process holds open; the read returns when
 * this process ends.
 */
export function watchParent(victim: number, folder?: string): ParentWatch {
  const end = 'read -r _; kill -INT "$0" 2>/dev/null';
  const removal = 'while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"';
  const script = folder === undefined ? end : `${end}; ${removal}`;
  const watch = spawn('/bin/sh', ['-c', script, String(victim), folder ?? ''], {
    cwd: '/',
    // A process group of its own, so that Ctrl-C does not end the helper first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Only a safety net: without /bin/sh the next start cleans up as well.
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref();
  return { dismiss: () => void watch.kill('SIGKILL') };
}
