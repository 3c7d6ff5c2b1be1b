import { Worker } from 'node:worker_threads';
import { openConcurrencyLimiter } from '#platform/limits/concurrency-limiter.ts';

/**
 * Results of the check of a PDF: only pages, unreadable, or with scripts or files in it. The index is the exit code
 * of the thread that checks it; a thread that was terminated has the exit code 1.
 */
export const PDF_RESULTS = ['plain', 'unreadable', 'active'] as const;
export type PdfResult = (typeof PDF_RESULTS)[number];

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
    // A thread that runs out of memory emits an error and exits with 1: the file is unreadable.
    worker.once('error', () => undefined);
    worker.once('exit', (code) => {
      clearInterval(watch);
      resolve(PDF_RESULTS[code] ?? 'unreadable');
    });
  });
}
