import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import { DECISION_WORDS, STATE_WORDS } from './approval-words.ts';
import { EventTimeline, type TimelineEvent } from '#ui/detail/event-history.tsx';
import { statusWords } from '#ui/detail/status-badge.tsx';
import css from './approvals.module.css';

/** The steps of the workflow with their approvals. */
function Steps({ steps, policyName }: Pick<RequestDetail, 'steps' | 'policyName'>) {
  return (
    <section className={css.card}>
      <h3 className={css.cardTitle}>{policyName}</h3>
      <ol className={css.steps}>
        {steps.map((step, at) => (
          <li key={step.name} className={css.step}>
            <span>
              {at + 1}. {step.name}
            </span>
            <span>
              {step.approvals} of {step.approvalsNeeded}{' '}
              {step.approvalsNeeded === 1 ? 'approval' : 'approvals'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function decisionEvents({ decisions }: RequestDetail): TimelineEvent[] {
  return decisions.map(({ decision, by, at, reason, comment, corrections }) => ({
    what: DECISION_WORDS[decision],
    by,
    at,
    why: (
      <>
        {reason && <div>{reason}</div>}
        {comment && <div>“{comment}”</div>}
        {corrections.map((correction) => (
          <div key={correction.field}>
            {correction.label}: {correction.comment}
          </div>
        ))}
      </>
    ),
  }));
}

function stateEvents({ history }: RequestDetail): TimelineEvent[] {
  return history.map(({ from, to, by, reason, at }) => ({
    what: from === null ? 'Submitted' : statusWords(STATE_WORDS[to]),
    by,
    at,
    why: reason,
  }));
}

/** How far a request has come: steps, decisions, and the states it went through. */
export function ApprovalProgress({ request }: { request: RequestDetail }) {
  return (
    <>
      <Steps steps={request.steps} policyName={request.policyName} />
      <section className={css.card}>
        <h3 className={css.cardTitle}>Decisions</h3>
        {request.decisions.length === 0 ? (
          <p>Nobody has decided yet.</p>
        ) : (
          <EventTimeline events={decisionEvents(request)} />
        )}
      </section>
      <section className={css.card}>
        <h3 className={css.cardTitle}>History</h3>
        <EventTimeline events={stateEvents(request)} />
      </section>
    </>
  );
}
