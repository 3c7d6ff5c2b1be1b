import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import type { DecisionInput } from '@tegeka/contract/approval-decisions.ts';
import * as z from 'zod/mini';

export type DecisionKind = DecisionInput['decision'];

const draftShape = z.object({
  /** The ticked fields, each with the comment on what is to be corrected. */
  corrections: z.record(z.string(), z.string()),
  /** The code of a rejection reason; empty before one is chosen. */
  code: z.string(),
});
/** The choices of a checker besides the comment. They are kept over errors, reloads and closed dialogs. */
export type DecisionDraft = z.infer<typeof draftShape>;

/** Parses a stored draft; null if it is invalid. */
export const parseDecision = (kept: unknown): DecisionDraft | null =>
  draftShape.safeParse(kept).data ?? null;

/** The decision to be sent, without corrections of fields that the request no longer has. */
export function decisionOf(
  kind: DecisionKind,
  { snapshotHash, fields }: RequestDetail,
  { corrections, code }: DecisionDraft,
  comment: string | undefined,
): DecisionInput {
  if (kind === 'APPROVE') return { decision: kind, snapshotHash, comment };
  if (kind === 'REJECT') return { decision: kind, snapshotHash, code, comment: comment ?? '' };
  const asked = fields.flatMap(({ key: field }) => {
    const text = corrections[field];
    return text === undefined ? [] : { field, comment: text.trim() };
  });
  return { decision: kind, snapshotHash, corrections: asked, comment };
}

/** The error of each field that is missing or incomplete. */
export function missingIn(decision: DecisionInput): Readonly<Record<string, string>> {
  if (decision.decision === 'APPROVE') return {};
  if (decision.decision === 'REJECT') return decision.code ? {} : { code: 'Choose a reason' };
  if (decision.corrections.length === 0) return { corrections: 'Tick at least one field' };
  const silent = decision.corrections.filter(({ comment }) => comment.length < 3);
  return Object.fromEntries(silent.map(({ field }) => [field, 'Say what is to be corrected']));
}
