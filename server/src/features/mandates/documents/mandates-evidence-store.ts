import { createHash } from 'node:crypto';
import {
  type Evidence as EvidenceRead,
  evidenceShape,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MandateRow } from '../mandates-store.ts';

type Mandate = Pick<MandateRow, 'id' | 'organization_id'>;

/** Where an answer came from, as the evidence stores it. */
export interface ClientInfo {
  /** Null for an SMS, which the gateway hands in, and for a form, which the merchant does. */
  address: string | null;
  userAgent: string | null;
  now: Date;
}

/** The version of the words that payers read; it is written into the evidence. */
const TERMS_VERSION = '2026-11-23';

/** The terms as a page or a form shows them. */
export const shownTerms = (terms: { sentence: string; details: readonly string[] }): string =>
  [terms.sentence, ...terms.details].join('\n');

/** What a payer did. */
interface PayerAct extends Pick<EvidenceRead, 'kind' | 'way' | 'payerName' | 'phone' | 'reason'> {
  /** What they have read. */
  shown: string;
  clientInfo: ClientInfo;
  /** The business clock. */
  at: Date;
  documentId?: string;
}

/** Writes evidence down; it is never changed. */
export async function writeEvidence(
  { ids }: Pick<AppContext, 'ids'>,
  tx: Tx,
  { id: mandate_id, organization_id }: Mandate,
  { payerName, documentId, clientInfo, ...act }: PayerAct,
): Promise<void> {
  await tx
    .insertInto('consent_evidence')
    .values({
      ...act,
      organization_id,
      mandate_id,
      id: ids.uuid(clientInfo.now),
      recorded_at: clientInfo.now,
      payer_name: payerName,
      address: clientInfo.address,
      user_agent: clientInfo.userAgent,
      terms_version: TERMS_VERSION,
      shown_hash: createHash('sha256').update(act.shown).digest('hex'),
      document_id: documentId ?? null,
    })
    .execute();
}

/** True where the payer of a mandate has done anything about it. */
export async function hasEvidence(tx: Tx, { organization_id, id }: Mandate): Promise<boolean> {
  const row = await tx
    .selectFrom('consent_evidence')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('mandate_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type InSeries = Pick<MandateRow, 'organization_id' | 'series_id' | 'id'>;

/** The evidence of a mandate and of those that it replaced, newest first. */
const evidenceOf = (tx: Tx, { organization_id, series_id, id }: InSeries) =>
  tx
    .selectFrom('consent_evidence as evidence')
    .innerJoin('mandates', (join) =>
      join
        .onRef('mandates.organization_id', '=', 'evidence.organization_id')
        .onRef('mandates.id', '=', 'evidence.mandate_id'),
    )
    .where('mandates.organization_id', '=', organization_id)
    .where('mandates.series_id', '=', series_id)
    // Ids are ordered by time: this leaves out the evidence of later mandates.
    .where('mandates.id', '<=', id)
    .orderBy('evidence.id', 'desc');

/** Returns the newest consent to a mandate or to one that it replaces; null without one. */
export async function findConsent(tx: Tx, mandate: InSeries) {
  const row = await evidenceOf(tx, mandate)
    .where('evidence.kind', '=', 'CONSENTED')
    .select(['evidence.mandate_id as mandateId', 'mandates.reference', 'evidence.way'])
    // No phone for a signed form, no scan without one.
    .select(['evidence.phone', 'evidence.document_id as documentId'])
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The evidence of a mandate and of those that it replaced, newest first. */
export async function readEvidence(
  { files }: Pick<AppContext, 'files'>,
  tx: Tx,
  mandate: InSeries,
): Promise<EvidenceRead[]> {
  const rows = await evidenceOf(tx, mandate)
    .selectAll('evidence')
    .select('mandates.reference')
    .execute();
  const read: EvidenceRead[] = [];
  for (const row of rows)
    read.push(
      evidenceShape.parse({
        id: row.id,
        kind: row.kind,
        way: row.way,
        at: row.at.toISOString(),
        reference: row.reference,
        payerName: row.payer_name,
        phone: row.phone,
        address: row.address,
        userAgent: row.user_agent,
        termsVersion: row.terms_version,
        shown: row.shown,
        shownHash: row.shown_hash,
        reason: row.reason,
        document: row.document_id === null ? null : await files.find(tx, row.document_id),
      }),
    );
  return read;
}
