import {
  CLEARING_FILE,
  getClearingFile,
  listClearingFileEvents,
  listClearingFiles,
  readClearingFile,
  takeClearingFile,
} from '@tegeka/contract/clearing.ts';
import {
  closeException as closeEndpoint,
  EXCEPTION,
  getException,
  listExceptionEvents,
  listExceptions,
} from '@tegeka/contract/exceptions.ts';
import { createHash } from 'node:crypto';
import { businessTime } from '#features/calendar/calendar-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { actorOf } from '#platform/state/transition.ts';
import { closeException, EXCEPTION_LIST, readException } from './clearing-exceptions.ts';
import { FILE_LIST, readContent, readFile } from './clearing-files.ts';
import { readParties } from './clearing-parties.ts';
import { keepInbound } from './clearing-store.ts';

const FILE_HISTORY = { machine: CLEARING_FILE, actions: { readClearingFile: 'READ' } } as const;
const EXCEPTION_HISTORY = { machine: EXCEPTION, actions: {} } as const;

// Files belong to no organization: only the platform's role reads them.

/** The endpoints with which operators look after the messages with banks. */
export function clearingRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(listClearingFiles, ({ tx, query }) => readPage(tx, FILE_LIST, query)),

    serveAsPlatform(getClearingFile, ({ tx, params }) => readFile(tx, params.clearingFileId)),

    serveAsPlatform(
      readClearingFile,
      async ({ tx, params: { clearingFileId: id }, body, audit }) => {
        const bytes = await readContent(tx, ctx.keys, id);
        audit({ entity: CLEARING_FILE.entity, entityId: id, reason: body.reason });
        return { content: bytes?.toString('utf8') ?? null };
      },
    ),

    serveAsPlatform(takeClearingFile, async ({ tx, body, caller, now, audit }) => {
      const party = (await readParties(ctx, tx)).find(
        ({ channel, bankId }) => channel === body.from || bankId === body.from,
      );
      if (!party) throw refuse('BANK_UNKNOWN');
      const bytes = Buffer.from(body.content);
      const id = await keepInbound(tx, ctx.keys, {
        id: ctx.ids.uuid(now),
        party,
        name: body.name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        wrongSum: null,
        size: bytes.length,
        bytes,
        at: await businessTime(tx, now),
        actor: actorOf(caller),
      });
      audit({ entity: CLEARING_FILE.entity, entityId: id });
      return readFile(tx, id);
    }),

    serveAsPlatform(listClearingFileEvents, async ({ tx, params, query, caller }) => {
      const { id } = await readFile(tx, params.clearingFileId);
      const of = { organizationId: null, id };
      return readHistory(tx, FILE_HISTORY, of, { reader: caller, ...query });
    }),

    serveAsPlatform(listExceptions, ({ tx, query }) => readPage(tx, EXCEPTION_LIST, query)),

    serveAsPlatform(getException, ({ tx, params }) => readException(tx, params.exceptionId)),

    serveAsPlatform(
      closeEndpoint,
      async ({ tx, params: { exceptionId: id }, caller, body, now }) => {
        const at = await businessTime(tx, now);
        await closeException(tx, id, { actor: actorOf(caller), reason: body.reason, at });
        return readException(tx, id);
      },
    ),

    serveAsPlatform(listExceptionEvents, async ({ tx, params, query, caller }) => {
      const { id } = await readException(tx, params.exceptionId);
      const of = { organizationId: null, id };
      return readHistory(tx, EXCEPTION_HISTORY, of, { reader: caller, ...query });
    }),
  ];
}
