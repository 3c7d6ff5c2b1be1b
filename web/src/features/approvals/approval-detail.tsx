import {
  getRequest,
  listRequestEvents,
  type RequestDetail,
  type SnapshotField,
} from '@tegeka/contract/approvals.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import { keysOf } from '@tegeka/contract/kit/fields.ts';
import { useState } from 'react';
import type { DecisionKind } from './approval-decision.ts';
import { ApprovalDialog, bySection, DECISIONS } from './approval-dialog.tsx';
import { badgeOfRequest, STATE_LABELS } from './approval-list.tsx';
import { endpointQuery, historyQuery } from '#platform/call/cache.ts';
import { useMay } from '#platform/session/session.ts';
import { ChangedValue, ReviewText } from '#ui/detail/changed-value.tsx';
import { DetailDrawer, DetailSection } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { EventHistory, EventTimeline } from '#ui/detail/event-history.tsx';
import { StoredDocument } from '#ui/detail/stored-document.tsx';
import { SummaryCard } from '#ui/detail/summary-card.tsx';
import layout from '#ui/shell/layout.module.css';

/** Query of a request with all details. */
export const requestQuery = (requestId: string) =>
  endpointQuery(getRequest, { params: { requestId } });

function Facts({ request }: { request: RequestDetail }) {
  const { actionLabel, attempt, maker, makerEmail, createdAt, expiresAt, state } = request;
  const rows: [string, string][] = [
    ['What', actionLabel],
    // A payer has no account, and so no email here.
    ['Made by', makerEmail === '' ? maker : `${maker} (${makerEmail})`],
    ['Submitted', `${showMoment(createdAt)}, attempt ${attempt}`],
  ];
  if (state === 'PENDING') rows.push(['Expires', showMoment(expiresAt)]);
  return <SummaryCard title="Request" rows={rows} />;
}

function valueOf({ label, value, fileUrl: url, mediaType, changed, before }: SnapshotField) {
  const text = changed ? (
    <ChangedValue before={before || null}>{value || 'nothing'}</ChangedValue>
  ) : (
    value || 'none'
  );
  if (url === null) return text;
  return (
    <>
      <StoredDocument label={label} name={value} url={url} mediaType={mediaType ?? ''} />
      {changed && <div>{text}</div>}
    </>
  );
}

function Sections({ fields }: { fields: readonly SnapshotField[] }) {
  return bySection(fields).map(([title, inside]) => (
    <SummaryCard key={title} title={title} rows={inside.map((one) => [one.label, valueOf(one)])} />
  ));
}

/** The fields of a request, with changes marked. Of a change of data, unchanged fields are folded. */
function Snapshot({ request: { shows, texts, fields } }: { request: RequestDetail }) {
  const changes = fields.filter(({ changed }) => changed);
  if (changes.length === 0) return <Sections fields={fields} />;
  return (
    <>
      <p>
        {texts.marked}: <strong>{changes.map(({ label }) => label).join(', ')}</strong>
      </p>
      <Sections fields={shows === 'CHANGES' ? changes : fields} />
      {shows === 'CHANGES' && (
        <details>
          <summary>What stays as it is registered</summary>
          <div className={layout.stack}>
            <Sections fields={fields.filter(({ changed }) => !changed)} />
          </div>
        </details>
      )}
    </>
  );
}

/** How far a request has come: the steps of its workflow, and the decisions. */
function Progress({ request: { steps, policyName, decisions } }: { request: RequestDetail }) {
  return (
    <>
      <SummaryCard
        title={policyName}
        rows={steps.map(({ name, approvals, approvalsNeeded }, at) => [
          `${at + 1}. ${name}`,
          `${approvals} of ${approvalsNeeded} ${approvalsNeeded === 1 ? 'approval' : 'approvals'}`,
        ])}
      />
      <DetailSection heading="Decisions">
        {decisions.length === 0 && <p>Nobody has decided yet.</p>}
        <EventTimeline
          events={decisions.map((given) => ({
            what: DECISIONS[given.decision].done,
            by: given.by,
            at: given.at,
            why: <ReviewText {...given} />,
          }))}
        />
      </DetailSection>
    </>
  );
}

/** A request: its fields, its progress, and what can be done. */
export function ApprovalDetail({ request }: { request: RequestDetail }) {
  const mayDecide = useMay('approvals.decide');
  const [open, setOpen] = useState<DecisionKind | null>(null);
  const kinds = keysOf(DECISIONS).filter(
    (kind) => request.correctable || kind !== 'REQUEST_CORRECTION',
  );
  const actions = kinds.map((kind) => ({
    name: kind,
    label: DECISIONS[kind].action,
    blocked: request.cannotDecide,
    onClick: () => setOpen(kind),
  }));
  return (
    <DetailDrawer
      heading={request.title}
      state={badgeOfRequest(request.state)}
      actions={mayDecide ? actions : []}
      place={request.id}
      onClose={useBackTo('/dashboard/approval-requests')}
    >
      <Facts request={request} />
      <Snapshot request={request} />
      <Progress request={request} />
      <EventHistory
        query={historyQuery(listRequestEvents, { requestId: request.id })}
        fields={{}}
        labels={{ ...STATE_LABELS, PENDING: 'Submitted', READ: 'Read', DECIDED: 'Decided on' }}
      />
      {open && <ApprovalDialog kind={open} request={request} onClose={() => setOpen(null)} />}
    </DetailDrawer>
  );
}
