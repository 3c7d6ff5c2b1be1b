import { useQuery } from '@tanstack/react-query';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import {
  type Evidence,
  getMandateDocument,
  listMandateEvidence,
} from '@tegeka/contract/mandates/mandate-documents.ts';
import {
  EVIDENCE_KIND_LABELS,
  EVIDENCE_WAY_LABELS,
} from '@tegeka/contract/mandates/mandate-texts.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { loadingMessage } from '#platform/call/call-failed.ts';
import { callForBytes } from '#platform/call/call.ts';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import { SaveButton } from '#ui/feedback/save-button.tsx';
import layout from '#ui/shell/layout.module.css';

/** One act of the payer, with its evidence. */
function OneEvidence({ evidence, of }: { evidence: Evidence; of: string }) {
  const { kind, way, reference, payerName, phone, reason, address, userAgent, document } = evidence;
  return (
    <>
      {EVIDENCE_KIND_LABELS[kind]} {EVIDENCE_WAY_LABELS[way]}
      {reference !== of && `, for ${reference}`}
      <br />
      {[payerName, phone, address].filter(Boolean).join(', ')}
      {reason !== null && <p>{reason}</p>}
      {document && <StoredDocument label="Signed form" {...document} />}
      <details>
        <summary>What was shown</summary>
        <p className={layout.plain}>{evidence.shown}</p>
        <p>
          Terms of {evidence.termsVersion}, SHA-256 {evidence.shownHash}
        </p>
        {userAgent !== null && <p>{userAgent}</p>}
      </details>
    </>
  );
}

/** All evidence of a mandate: what the payer agreed to, declined and stopped, also as a PDF. */
export function MandateEvidence({ mandate, merchantId }: { mandate: Mandate; merchantId: string }) {
  const { id: mandateId, reference } = mandate;
  const params = { merchantId, mandateId };
  const { data, error } = useQuery(endpointQuery(listMandateEvidence, { params }), cache);
  const evidence = data?.content ?? [];
  const none = error ? loadingMessage(error) : data ? 'The payer has not answered yet.' : '…';
  return (
    <SummaryCard
      title="Evidence"
      action={
        <SaveButton
          size="xs"
          name={`mandate-${reference}.pdf`}
          load={() => callForBytes(getMandateDocument, { params })}
        >
          PDF<span className="tegeka-unseen"> of the mandate</span>
        </SaveButton>
      }
      rows={
        evidence.length === 0
          ? [['Answer', none]]
          : evidence.map((one) => [
              showMoment(one.at),
              <OneEvidence key={one.id} evidence={one} of={reference} />,
            ])
      }
    />
  );
}
