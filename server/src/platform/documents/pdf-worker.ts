import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import { drawPdf, type PdfCommand } from './pdf-writer.ts';

/** What the drawing thread answers about one document. */
export type DrawnPdf = { id: number } & ({ bytes: Uint8Array } | { error: string });

async function drawn({ id, command }: { id: number; command: PdfCommand }): Promise<DrawnPdf> {
  try {
    return { id, bytes: await buffer(drawPdf(command)) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

parentPort?.on('message', (asked: { id: number; command: PdfCommand }) => {
  void drawn(asked).then((answer) => parentPort?.postMessage(answer, []));
});
