import { createHash } from 'node:crypto';
import {
  type Evidence as EvidenceRead,
  evidenceShape,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import type { MandateRow } from '../mandates-store.ts';

type Mandate = Pick<MandateRow, 'id' | 'organization_id'>;

export interface Evidence {
  id: string;
  kind: 'CONSENTED' | 'DECLINED' | 'STOPPED';
  way: 'PAGE' | 'SMS' | 'FORM' | 'PAYER_PAGE' | 'BANK';
  at: Date;
  recordedAt: Date;
  payerName: string;
  phone: string | null;
  address: string | null;
  userAgent: string | null;
  termsVersion: string;
  shown: string;
  shownHash: string;
  documentId: string | null;
  reason: string | null;
}

/** The version of the words that payers read; it is written into the evidence. */
const TERMS_VERSION = '2026-11-23';

/** The terms as a page or a form shows them. */
export const shownTerms = (terms: { sentence: string; details: readonly string[] }): string =>
  [terms.sentence, ...terms.details].join('\n');

/** What every piece of evidence says: who, from where, and what they have read. */
export function newEvidence(
  { ids }: Pick<AppContext, 'ids'>,
  shown: string,
  { address, userAgent, now }: { address: string | null; userAgent: string | null; now: Date },
) {
  return {
    id: ids.uuid(now),
    recordedAt: now,
    address,
    userAgent,
    termsVersion: TERMS_VERSION,
    shown,
    shownHash: createHash('sha256').update(shown).digest('hex'),
    documentId: null,
  };
}

/** Writes evidence down; it is never changed. */
export async function writeEvidence(
  tx: Tx,
  { id: mandate_id, organization_id }: Mandate,
  evidence: Evidence,
): Promise<void> {
  await tx
    .insertInto('consent_evidence')
    .values({
      organization_id,
      mandate_id,
      id: evidence.id,
      kind: evidence.kind,
      way: evidence.way,
      at: evidence.at,
      recorded_at: evidence.recordedAt,
      payer_name: evidence.payerName,
      phone: evidence.phone,
      address: evidence.address,
      user_agent: evidence.userAgent,
      terms_version: evidence.termsVersion,
      shown: evidence.shown,
      shown_hash: evidence.shownHash,
      document_id: evidence.documentId,
      reason: evidence.reason,
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
    // Ids rise: what came after this mandate is not about it.
    .where('mandates.id', '<=', id)
    .orderBy('evidence.id', 'desc');

/** What a mandate is debited by: the newest consent to it, or to one that it replaces; null before any. */
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
