import {
  getMandateDocument,
  getMandateForm,
  listMandateEvidence,
  makeMandateQr,
  uploadMandateForm,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import type { AppContext } from '#platform/app-context.ts';
import { pdfAnswer } from '#platform/documents/pdf-document.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { actorOf } from '#platform/state/transition.ts';
import { readEvidence } from './mandates-evidence-store.ts';
import { mandateOf, readMandateRow } from '../mandates-store.ts';
import { documentBlocks } from './mandates-document.ts';
import { expectForm, formBlocks, takeForm } from './mandates-form.ts';
import { makeQr } from './mandates-qr.ts';

/** Changes of state that a document lists: far more than a mandate has. */
const STATES_MAX = 500;
const STATES = { machine: MANDATE, actions: {} } as const;

export function documentRoutes(ctx: AppContext): Route[] {
  return [
    serve(listMandateEvidence, async ({ tx, params }) => ({
      content: await readEvidence(ctx, tx, await readMandateRow(tx, params.mandateId)),
    })),

    serve(getMandateDocument, async ({ tx, params, caller, now, audit }) => {
      const row = await readMandateRow(tx, params.mandateId);
      const { id, reference, merchant_name: merchantName } = row;
      audit({ entity: MANDATE.entity, entityId: id });
      const query = { page: 0, size: STATES_MAX };
      const { content: events } = await readHistory({ tx, caller, query }, STATES, row);
      return pdfAnswer({
        title: `Mandate ${reference}`,
        fileName: `mandate-${reference}.pdf`,
        blocks: documentBlocks({
          mandate: mandateOf(row),
          merchantName,
          evidence: await readEvidence(ctx, tx, row),
          events,
          now,
        }),
        at: now,
      });
    }),

    serve(getMandateForm, async ({ tx, params, now, audit }) => {
      const row = await readMandateRow(tx, params.mandateId);
      expectForm(row);
      audit({ entity: MANDATE.entity, entityId: row.id });
      return pdfAnswer({
        title: `Mandate ${row.reference}`,
        fileName: `mandate-${row.reference}-to-sign.pdf`,
        blocks: formBlocks(ctx, row),
        at: now,
      });
    }),

    serve(uploadMandateForm, async ({ tx, params, files, caller, now, audit }) => {
      const row = await readMandateRow(tx, params.mandateId, true);
      const { scan } = files;
      if (!scan) throw refuse('FILE_MISSING');
      await takeForm(ctx, tx, row, { scan, actor: actorOf(caller), now });
      audit({ entity: MANDATE.entity, entityId: row.id });
      return mandateOf(await readMandateRow(tx, row.id));
    }),

    serve(makeMandateQr, async ({ tx, params, now, audit }) => {
      const row = await readMandateRow(tx, params.mandateId, true);
      audit({ entity: MANDATE.entity, entityId: row.id });
      return makeQr(ctx, tx, row, now);
    }),
  ];
}
