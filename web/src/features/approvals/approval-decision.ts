import type { DecisionInput, RequestDetail } from '@tegeka/contract/approvals.ts';

export type DecisionKind = DecisionInput['decision'];

/** What a checker has typed so far; it outlives errors, reloads of the request and closed dialogs. */
export interface DecisionDraft {
  approveComment: string;
  correctComment: string;
  /** The ticked fields, with what is asked of each. */
  corrections: Record<string, string>;
  /** One of the request's rejections, or nothing yet. */
  code: string;
  rejectComment: string;
}

export const EMPTY_DECISION: DecisionDraft = {
  approveComment: '',
  correctComment: '',
  corrections: {},
  code: '',
  rejectComment: '',
};

/** A decision that can be sent, or what is still missing, by the field that lacks it. */
export type ReadyDecision =
  | { ready: true; input: DecisionInput }
  | { ready: false; errors: Record<string, string> };

const LEAST = 3;
const tooShort = (text: string) => text.trim().length < LEAST;

const commentOf = (text: string) => (text.trim() ? { comment: text.trim() } : {});

function correction(draft: DecisionDraft, request: RequestDetail): ReadyDecision {
  const known = request.fields.filter(({ key }) => draft.corrections[key] !== undefined);
  const corrections = known.map(({ key }) => ({
    field: key,
    comment: (draft.corrections[key] ?? '').trim(),
  }));
  const errors = Object.fromEntries(
    corrections
      .filter(({ comment }) => tooShort(comment))
      .map(({ field }) => [field, 'Say what is to be corrected']),
  );
  if (corrections.length === 0) errors['corrections'] = 'Tick at least one field';
  if (Object.keys(errors).length > 0) return { ready: false, errors };
  const { snapshotHash } = request;
  const comment = commentOf(draft.correctComment);
  return {
    ready: true,
    input: { decision: 'REQUEST_CORRECTION', snapshotHash, corrections, ...comment },
  };
}

function rejection(draft: DecisionDraft, { snapshotHash }: RequestDetail): ReadyDecision {
  const errors: Record<string, string> = {};
  if (draft.code === '') errors['code'] = 'Choose a reason';
  if (tooShort(draft.rejectComment)) errors['comment'] = 'Say why, for the business to read';
  if (Object.keys(errors).length > 0) return { ready: false, errors };
  const comment = draft.rejectComment.trim();
  return { ready: true, input: { decision: 'REJECT', snapshotHash, code: draft.code, comment } };
}

/** Looks through what was typed for a decision. */
export function readyDecision(
  kind: DecisionKind,
  draft: DecisionDraft,
  request: RequestDetail,
): ReadyDecision {
  if (kind === 'REQUEST_CORRECTION') return correction(draft, request);
  if (kind === 'REJECT') return rejection(draft, request);
  const { snapshotHash } = request;
  const comment = commentOf(draft.approveComment);
  return { ready: true, input: { decision: 'APPROVE', snapshotHash, ...comment } };
}
