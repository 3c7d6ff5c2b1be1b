import { Worker } from 'node:worker_threads';
import type { WrittenAnswer } from '#platform/http/serve.ts';
import type { DrawnPdf } from './pdf-worker.ts';
import type { PdfCommand } from './pdf-writer.ts';

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Megabytes of the heap of the drawing thread. */
const MEMORY = 256;

/**
 * Starts a thread that draws one document after the other: drawing takes a processor for tens of milliseconds,
 * in which the server would answer nobody.
 */
function openThread(onEnd: () => void) {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    // Not the server's own flags: with them tools/lifeline.mjs would share its pipe with the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  const waiting = new Map<number, Waiting>();
  let drawn = 0;
  const settle = (id: number) => {
    const one = waiting.get(id);
    waiting.delete(id);
    // A thread that has nothing to do does not keep the process from ending.
    if (waiting.size === 0) worker.unref();
    return one;
  };
  worker.on('message', (answer: DrawnPdf) => {
    const one = settle(answer.id);
    if ('bytes' in answer) one?.resolve(answer.bytes);
    else one?.reject(new Error(`A PDF could not be drawn: ${answer.error}`));
  });
  worker.once('error', (cause) => {
    onEnd();
    for (const id of waiting.keys())
      settle(id)?.reject(new Error('The thread that draws PDFs ended', { cause }));
  });
  return (command: PdfCommand) =>
    new Promise<Uint8Array>((resolve, reject) => {
      drawn += 1;
      waiting.set(drawn, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: drawn, command }, []);
    });
}

let thread: ReturnType<typeof openThread> | null = null;

/** Draws a document in a thread that starts with the first one. Returns the bytes of the PDF. */
export function drawInThread(command: PdfCommand): Promise<Uint8Array> {
  thread ??= openThread(() => (thread = null));
  return thread(command);
}

async function* writeDrawn(command: PdfCommand): AsyncGenerator<Uint8Array> {
  yield await drawInThread(command);
}

/** A document as a PDF, which is drawn after the transaction of its call. */
export function pdfAnswer(command: PdfCommand): WrittenAnswer {
  const write = () => writeDrawn(command);
  return { write, mediaType: 'application/pdf', name: command.fileName };
}
