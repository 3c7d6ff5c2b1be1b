import { readBankCodes } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { describeError } from '#platform/log.ts';
import { readContent } from './clearing-files.ts';
import { lockFile, moveFile, readWaiting } from './clearing-store.ts';
import { keepFile, takeFile } from './clearing-taking.ts';
import type { InboundFile, Transport } from './clearing-transport.ts';

/** Files of one round. */
const MOST = 50;
/** A file that failed, or could not be sent, is left alone for so long; the others go on. */
const PAUSE_MS = 30_000;

/** Work on one file after the other; one that fails is logged and tried again after a pause. */
function withPauses({ clock, log }: AppContext) {
  const until = new Map<string, number>();
  return async (key: string, work: () => Promise<unknown>): Promise<void> => {
    const now = clock.now().getTime();
    if ((until.get(key) ?? 0) > now) return;
    until.delete(key);
    try {
      await work();
    } catch (error) {
      log.error(
        { ...describeError(error), file: key },
        'a file of a bank failed, it is tried again',
      );
      until.set(key, now + PAUSE_MS);
    }
  };
}

/** Sends a file that is written; twice after a crash in between, with the same bytes. */
function sendFile(ctx: AppContext, transport: Transport, id: string): Promise<void> {
  return ctx.db.asPlatform('a file goes to a bank', async (tx) => {
    const file = await lockFile(tx, id, 'WRITTEN');
    const bytes = file && (await readContent(tx, ctx.keys, id));
    if (!bytes) return;
    const bank = (await readBankCodes(tx)).find((known) => known.id === file.bank_id);
    if (!bank) throw new Error(`The bank ${file.bank_id} has no BIC`);
    const at = await businessTime(tx, ctx.clock.now());
    await transport.send({ channel: bank.bic, name: file.name, bytes }, at);
    await moveFile(tx, { id, to: 'SENT', reason: null, at });
  });
}

/** What is done once a second: files are sent, and those that came in are kept and taken in. */
export function pollFiles(ctx: AppContext, transport: Transport | null): () => Promise<void> {
  const withPause = withPauses(ctx);

  const look = () =>
    ctx.db.asPlatform('files of banks that wait', async (tx) => ({
      unsent: transport === null ? [] : await readWaiting(tx, 'WRITTEN', MOST),
      untaken: await readWaiting(tx, 'RECEIVED', MOST),
      banks: await readBankCodes(tx),
      at: await businessTime(tx, ctx.clock.now()),
    }));

  async function takeIn(banks: Awaited<ReturnType<typeof look>>['banks'], file: InboundFile) {
    const bank = banks.find(({ bic }) => bic === file.channel);
    if (!bank) return;
    const { id, isBad } = await keepFile(ctx, bank, file);
    const taken = isBad ? 'REFUSED' : await takeFile(ctx, id);
    if (taken !== 'BUSY') await file.settle(id, taken === 'REFUSED' ? 'bad' : 'done');
  }

  return async () => {
    const { unsent, untaken, banks, at } = await look();
    if (transport !== null) {
      for (const { id } of unsent) await withPause(id, () => sendFile(ctx, transport, id));
      const channels = new Set(banks.map(({ bic }) => bic));
      for (const file of await transport.receive(channels, MOST, at))
        await withPause(`${file.channel}/${file.name}`, () => takeIn(banks, file));
    }
    for (const { id } of untaken) await withPause(id, () => takeFile(ctx, id));
  };
}
