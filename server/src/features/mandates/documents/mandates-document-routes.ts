import {
  getMandateDocument,
  listMandateEvidence,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import { MANDATE } from '@tegeka/contract/mandates/mandates.ts';
import { writePdf } from '#platform/documents/pdf-document.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { type Route, serve } from '#platform/http/serve.ts';
import { readEvidence } from '../mandates-consent-store.ts';
import { mandateOf, readMandateRow } from '../mandates-store.ts';
import { documentBlocks } from './mandates-document.ts';

/** Changes of state that a document lists: far more than a mandate has. */
const STATES_MOST = 500;
const STATES = { machine: MANDATE, actions: {} } as const;

/** The endpoints of what is kept and printed about a mandate. */
export function documentRoutes(): Route[] {
  return [
    serve(listMandateEvidence, async ({ tx, params }) => ({
      content: await readEvidence(tx, await readMandateRow(tx, params.mandateId)),
    })),

    serve(getMandateDocument, async ({ tx, params, caller, now, audit }) => {
      const row = await readMandateRow(tx, params.mandateId);
      const { id, reference, organization_id: organizationId, merchant_name: merchantName } = row;
      audit({ entity: MANDATE.entity, entityId: id });
      const history = { reader: caller, page: 0, size: STATES_MOST };
      const { content: events } = await readHistory(tx, STATES, { organizationId, id }, history);
      return writePdf({
        title: `Mandate ${reference}`,
        fileName: `mandate-${reference}.pdf`,
        blocks: documentBlocks({
          mandate: mandateOf(row),
          merchantName,
          evidence: await readEvidence(tx, row),
          events,
          now,
        }),
        at: now,
      });
    }),
  ];
}
