import { Worker } from 'node:worker_threads';
import { openTurns } from './turns.ts';

/**
 * What a PDF is found to be: pages alone, nothing readable, or pages with scripts or files in them. By
 * the code with which its thread ends; it is 1 for one that was ended.
 */
export const VERDICTS = ['plain', 'unreadable', 'active'] as const;
export type PdfVerdict = (typeof VERDICTS)[number];

/** Milliseconds that a look may take, and bytes by which the server may grow meanwhile. */
const TIMEOUT = 20_000;
const GROWTH = 512 * 1024 * 1024;
const PERIOD = 100;

/** Checks at the same time: each takes a processor, and memory is measured for the whole process. */
const inTurn = openTurns(2);

/** Looks through a PDF for scripts and embedded files, when it is its turn. */
export const lookThroughPdf = (file: string): Promise<PdfVerdict> =>
  inTurn(() => lookInThread(file));

/**
 * Looks in a thread of its own that can be ended: a few kilobytes of a PDF can unpack to more than any
 * memory holds.
 */
function lookInThread(file: string): Promise<PdfVerdict> {
  const worker = new Worker(new URL('uploads-pdf-worker.ts', import.meta.url), {
    workerData: file,
    // Not what the server is started with: tools/lifeline.mjs would share its pipe with the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const began = performance.now();
  const size = process.memoryUsage.rss();
  return new Promise<PdfVerdict>((resolve) => {
    const watch = setInterval(() => {
      const isLate = performance.now() - began > TIMEOUT;
      if (isLate || process.memoryUsage.rss() - size > GROWTH) void worker.terminate();
    }, PERIOD);
    // Without its memory the thread ends with an error, which is the file's.
    worker.once('error', () => undefined);
    worker.once('exit', (code) => {
      clearInterval(watch);
      resolve(VERDICTS[code] ?? 'unreadable');
    });
  });
}
