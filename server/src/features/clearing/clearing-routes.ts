import {
  CLEARING_FILE,
  getClearingFile,
  listClearingFileEvents,
  listClearingFiles,
  readClearingFile,
  retryClearingFile,
  uploadClearingFile,
  withdrawClearingFile,
} from '@tegeka/contract/clearing/clearing.ts';
import {
  bookException,
  closeException,
  matchException,
  reopenException,
  resolveException,
} from '@tegeka/contract/clearing/exception-actions.ts';
import {
  EXCEPTION,
  getException,
  listExceptionEvents,
  listExceptions,
} from '@tegeka/contract/clearing/exceptions.ts';
import {
  getSubmissionSession,
  listSubmissionSessions,
} from '@tegeka/contract/clearing/submission-sessions.ts';
import { readFile as readBytes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { makerOf } from '#features/approvals/approvals-service.ts';
import { bankOfViewer } from '#features/banks/banks-store.ts';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { readException } from './exceptions/clearing-exception-detail.ts';
import { EXCEPTION_LIST, reopen } from './clearing-exceptions.ts';
import { reread, retryNow } from './clearing-failures.ts';
import { fileList, readContent, readFile } from './clearing-files.ts';
import { uploadManually } from './manual-upload.ts';
import { closeManually } from './exceptions/clearing-closure.ts';
import { requestMatch } from './exceptions/clearing-match.ts';
import { requestBooking } from './exceptions/clearing-money-entry.ts';
import { requestOutcome } from './exceptions/clearing-resolution.ts';
import { requestWithdrawal } from './exceptions/clearing-withdrawal.ts';
import { readSession, SESSION_LIST } from './payments/clearing-sessions.ts';
import type { ReadOperator } from './clearing-inbound.ts';
import { readParties } from './clearing-parties.ts';

const FILE_HISTORY = {
  machine: CLEARING_FILE,
  actions: { readClearingFile: 'READ', retryClearingFile: 'RETRIED' },
} as const;
/** Only operators see who has read a file, and why. */
const FILE_HISTORY_OF_BANK = { ...FILE_HISTORY, actions: {} } as const;
const EXCEPTION_HISTORY = { machine: EXCEPTION, actions: {} } as const;

// Files belong to no organization: only the platform's role reads them.

/** The endpoints with which operators look after the messages with banks. */
export function clearingRoutes(ctx: AppContext, readOperator: ReadOperator): Route[] {
  return [
    serveAsPlatform(listClearingFiles, async ({ tx, query, caller }) =>
      readPage(tx, fileList(await bankOfViewer(tx, caller)), query),
    ),

    serveAsPlatform(getClearingFile, async ({ tx, params, caller }) =>
      readFile(tx, params.clearingFileId, await bankOfViewer(tx, caller)),
    ),

    serveAsPlatform(listSubmissionSessions, ({ tx, query }) => readPage(tx, SESSION_LIST, query)),

    serveAsPlatform(getSubmissionSession, ({ tx, params }) =>
      readSession(tx, params.submissionSessionId),
    ),

    serveAsPlatform(
      readClearingFile,
      async ({ tx, params: { clearingFileId: id }, body, audit }) => {
        const { name } = await readFile(tx, id);
        const bytes = await readContent(tx, ctx.keys, id);
        if (bytes === null) throw refuse('FILE_NOT_KEPT');
        audit({ entity: CLEARING_FILE.entity, entityId: id, reason: body.reason });
        const stream = Readable.from(bytes);
        const mediaType = 'application/octet-stream';
        return { way: 'attachment' as const, stream, mediaType, name, size: bytes.length };
      },
    ),

    serveAsPlatform(withdrawClearingFile, async ({ tx, params, body, caller, audit }) => {
      const { clearingFileId: id } = params;
      const request = { reason: body.reason, maker: makerOf(caller) };
      const requestId = await requestWithdrawal(ctx, tx, id, request);
      audit({ entity: CLEARING_FILE.entity, entityId: id, reason: body.reason });
      return { requestId };
    }),

    serveAsPlatform(uploadClearingFile, async ({ tx, body, files, caller, now, audit }) => {
      const { file } = files;
      if (!file) throw refuse('FILE_MISSING');
      const party = (await readParties(ctx, tx)).find(
        ({ channel, bankId }) => channel === body.from || bankId === body.from,
      );
      if (!party) throw refuse('BANK_UNKNOWN');
      const bytes = await readBytes(file.path);
      const at = await businessTime(tx, now);
      const id = await uploadManually(ctx, tx, { party, name: file.name, bytes, at, caller });
      audit({ entity: CLEARING_FILE.entity, entityId: id });
      return readFile(tx, id);
    }),

    serveAsPlatform(retryClearingFile, async ({ tx, params, caller, body, now, audit }) => {
      const { clearingFileId: id } = params;
      const made = { actor: actorOf(caller), ...body, at: await businessTime(tx, now) };
      const isDue = (await retryNow(tx, id, now)) || (await reread(tx, id, made));
      if (!isDue) throw refuse('FILE_STATE');
      audit({ entity: CLEARING_FILE.entity, entityId: id, reason: body.reason });
      return readFile(tx, id);
    }),

    serveAsPlatform(listClearingFileEvents, async (call) => {
      const bankId = await bankOfViewer(call.tx, call.caller);
      const { id } = await readFile(call.tx, call.params.clearingFileId, bankId);
      const source = bankId === null ? FILE_HISTORY : FILE_HISTORY_OF_BANK;
      return readHistory(call, source, { id, organization_id: null });
    }),

    serveAsPlatform(listExceptions, ({ tx, query }) => readPage(tx, EXCEPTION_LIST, query)),

    serveAsPlatform(getException, ({ tx, params }) => readException(tx, params.exceptionId)),

    serveAsPlatform(
      closeException,
      async ({ tx, params: { exceptionId: id }, caller, body, now }) => {
        const at = await businessTime(tx, now);
        await closeManually(ctx, tx, id, { ...body, actor: actorOf(caller), at });
        return readException(tx, id);
      },
    ),

    serveAsPlatform(reopenException, async ({ tx, params, caller, body: { reason }, now }) => {
      const { exceptionId: id } = params;
      const at = await businessTime(tx, now);
      await reopen(tx, id, { actor: actorOf(caller), reason, at });
      return readException(tx, id);
    }),

    serveAsPlatform(matchException, async ({ tx, params, caller, body, audit }) => {
      const { exceptionId: id } = params;
      const by = { actor: actorOf(caller), maker: makerOf(caller), readOperator };
      const requestId = await requestMatch(ctx, tx, id, body, by);
      audit({ entity: EXCEPTION.entity, entityId: id, reason: body.reason });
      return { requestId };
    }),

    serveAsPlatform(bookException, async ({ tx, params, caller, body, audit }) => {
      const { exceptionId: id } = params;
      const by = { actor: actorOf(caller), maker: makerOf(caller), readOperator };
      const requestId = await requestBooking(ctx, tx, id, body, by);
      audit({ entity: EXCEPTION.entity, entityId: id, reason: body.reason });
      return { requestId };
    }),

    serveAsPlatform(resolveException, async ({ tx, params, caller, body, audit }) => {
      const { exceptionId: id } = params;
      const requestId = await requestOutcome(ctx, tx, id, body, makerOf(caller));
      audit({ entity: EXCEPTION.entity, entityId: id, reason: body.evidence });
      return { requestId };
    }),

    serveAsPlatform(listExceptionEvents, async (call) => {
      const { id } = await readException(call.tx, call.params.exceptionId);
      return readHistory(call, EXCEPTION_HISTORY, { id, organization_id: null });
    }),
  ];
}
