import { Worker } from 'node:worker_threads';
import { openConcurrencyLimiter } from '#platform/limits/concurrency-limiter.ts';
import type { PdfResult } from './uploads-pdf-worker.ts';

/** Limits of a check: milliseconds, and bytes by which the server's memory may grow meanwhile. */
const TIMEOUT = 20_000;
const GROWTH = 512 * 1024 * 1024;
const PERIOD = 100;

/** Two checks at the same time: each takes a processor, and memory is measured for the whole process. */
const limited = openConcurrencyLimiter(2);

/** Checks a PDF for scripts and embedded files, once fewer than two other checks run. */
export const lookThroughPdf = (file: string): Promise<PdfResult> =>
  limited(() => lookInThread(file));

/**
 * Checks in a thread of its own that can be terminated: a few kilobytes of a PDF can unpack to more than
 * fits into memory.
 */
function lookInThread(file: string): Promise<PdfResult> {
  const worker = new Worker(new URL('uploads-pdf-worker.ts', import.meta.url), {
    workerData: file,
    // Not the server's own flags: with them tools/lifeline.mjs would share its pipe with the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const began = performance.now();
  const size = process.memoryUsage.rss();
  return new Promise<PdfResult>((resolve) => {
    const watch = setInterval(() => {
      const isLate = performance.now() - began > TIMEOUT;
      if (isLate || process.memoryUsage.rss() - size > GROWTH) void worker.terminate();
    }, PERIOD);
    // It stays so where the thread is terminated, or emits an error because it runs out of memory.
    let result: PdfResult = 'unreadable';
    worker.once('message', (found: PdfResult) => (result = found));
    worker.once('error', () => undefined);
    worker.once('exit', () => {
      clearInterval(watch);
      resolve(result);
    });
  });
}
