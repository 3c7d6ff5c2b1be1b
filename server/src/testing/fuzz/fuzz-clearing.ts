import { randomUUID } from 'node:crypto';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import { insertException } from '#features/clearing/clearing-exceptions.ts';
import { countFailure } from '#features/clearing/clearing-failures.ts';
import { insertOutbound, moveFile } from '#features/clearing/clearing-store.ts';
import { writeNotification } from '#features/clearing/iso/iso-statements.ts';
import { PAIN_001 } from '#features/clearing/iso/iso-transfers.ts';
import { insertItems } from '#features/clearing/payments/clearing-items.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import type { Recipes } from './fuzz-near.ts';
import { until } from '../test-mandate.ts';
import type { FuzzServer } from './fuzz-server.ts';

const CURRENCY = 'UGX';

/** Valid calls about files and exceptions: each finds one that allows it. */
export function clearingRecipes(
  fuzz: FuzzServer,
  { organizationId, sentPayout }: { organizationId: string; sentPayout: () => Promise<string> },
): Recipes {
  const { ctx } = fuzz.testServer;
  const { clearing } = ctx.config;

  /** An outgoing file of one payout: sent and not answered, or `failed` and not sent. */
  async function orderOf(failed: boolean) {
    const payoutId = await sentPayout();
    const client = await fuzz.clientOf('OPERATOR');
    const { reference, amount } = (await client.call(`/api/v1/payouts/${payoutId}`)).json;
    const at = ctx.clock.now();
    const fileId = ctx.ids.uuid(at);
    await ctx.db.asPlatform('test', async (tx) => {
      await insertOutbound(tx, ctx.keys, {
        id: fileId,
        party: { channel: 'settlement-bank', bankId: null },
        message: PAIN_001,
        items: 1,
        total: amount,
        text: '<Document/>',
        at,
      });
      // The next try is a day away, since the simulator could not read this file.
      await countFailure(tx, fileId, new Date(at.getTime() + 86_400_000));
      const item = { payoutId, organizationId, amount, currency: CURRENCY };
      const ids = { instructionId: ctx.ids.uuid(at), endToEndId: reference };
      await insertItems(tx, fileId, [{ ...item, ...ids }]);
      if (failed) return;
      await moveFile(tx, { id: fileId, to: 'SENT', reason: null, at });
      const unknown = {
        kind: 'UNKNOWN',
        item: 1,
        reference,
        explanation: 'Nobody has answered',
      } as const;
      await insertException(ctx, tx, { ...unknown, fileId, at });
    });
    return { client, fileId, reference: String(reference), amount: Number(amount) };
  }

  /** The open exception of a kind, once it is there. */
  async function exceptionOf(kind: string, fileId: string): Promise<string> {
    const client = await fuzz.clientOf('OPERATOR');
    const exception = await until(async () => {
      const { content } = (await client.call(`/api/v1/operator/exceptions?kind=${kind}`)).json;
      return content.find(({ file }: { file: { id: string } }) => file.id === fileId);
    });
    return String(exception.id);
  }

  /** An unmatched entry of the bank, with the reference of a payout that it could belong to. */
  async function unmatched() {
    const { client, reference, amount } = await orderOf(true);
    const now = ctx.clock.now();
    const head = {
      messageId: randomUUID(),
      createdAt: now,
      from: clearing.settlementBic,
      to: clearing.bic,
    };
    const account = { account: clearing.settlementAccount, agent: clearing.settlementBic };
    const days = { fromDay: null, toDay: null };
    const entry = { amount, currency: CURRENCY, direction: 'DEBIT', booked: true } as const;
    const text = writeNotification(head, { statementId: randomUUID(), ...account, ...days }, [
      { ...entry, entryId: randomUUID(), bookedOn: isoDay(now), batch: null, items: [] },
    ]);
    const name = `${randomUUID()}.xml`;
    const taken = await uploadFile(client, {
      from: 'settlement-bank',
      name,
      content: text,
    });
    await decideAbout(await fuzz.testServer.operator(), name, { decision: 'APPROVE' });
    const exceptionId = await exceptionOf('UNMATCHED', String(taken.json.id));
    return { client, reference, exceptionId };
  }

  return {
    uploadClearingFile: async () => ({
      client: await fuzz.clientOf('OPERATOR'),
      body: { from: 'clearing-house' },
      files: { file: new File(['Dear sirs'], 'manually.xml') },
    }),
    retryClearingFile: async () => {
      const { client, fileId } = await orderOf(true);
      return { client, params: { clearingFileId: fileId }, body: { reason: 'It was mended' } };
    },
    withdrawClearingFile: async () => {
      const { client, fileId } = await orderOf(true);
      return { client, params: { clearingFileId: fileId }, body: { reason: 'It is too early' } };
    },
    resolveException: async () => {
      const { client, fileId } = await orderOf(false);
      const exceptionId = await exceptionOf('UNKNOWN', fileId);
      const body = { outcome: 'NOT_PAID', evidence: 'A letter of the bank of today' };
      return { client, params: { exceptionId }, body };
    },
    matchException: async () => {
      const { client, reference, exceptionId } = await unmatched();
      return { client, params: { exceptionId }, body: { reference, reason: 'The bank said so' } };
    },
    bookException: async () => {
      const { client, exceptionId } = await unmatched();
      const body = { outcome: 'WRITTEN_OFF', merchantId: null, reason: 'Nobody knows what for' };
      return { client, params: { exceptionId }, body };
    },
    reopenException: async () => {
      const { client, exceptionId } = await unmatched();
      const kept = { outcome: 'KEPT_IN_SUSPENSE', reason: 'Nobody knows whose it is' };
      const path = `/api/v1/operator/exceptions/${exceptionId}/close`;
      await client.call(path, { method: 'POST', body: kept });
      return { client, params: { exceptionId }, body: { reason: 'A business has asked for it' } };
    },
  };
}
