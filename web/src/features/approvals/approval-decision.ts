import type { DecisionInput, RequestDetail } from '@tegeka/contract/approvals.ts';
import * as z from 'zod/mini';

export type DecisionKind = DecisionInput['decision'];

const draftShape = z.object({
  /** The ticked fields, with what is asked of each. */
  corrections: z.record(z.string(), z.string()),
  /** One of the request's rejections, or nothing yet. */
  code: z.string(),
});
/** What a checker has chosen beside the comment; it outlives errors, reloads and closed dialogs. */
export type DecisionDraft = z.infer<typeof draftShape>;

/** Reads a kept draft; null where it is none. */
export const parseDecision = (kept: unknown): DecisionDraft | null =>
  draftShape.safeParse(kept).data ?? null;

/** The decision as it is sent; fields that the request no longer has are left out. */
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

/** What a decision still lacks, by the field that lacks it. */
export function missingIn(decision: DecisionInput): Readonly<Record<string, string>> {
  if (decision.decision === 'APPROVE') return {};
  if (decision.decision === 'REJECT') return decision.code ? {} : { code: 'Choose a reason' };
  if (decision.corrections.length === 0) return { corrections: 'Tick at least one field' };
  const silent = decision.corrections.filter(({ comment }) => comment.length < 3);
  return Object.fromEntries(silent.map(({ field }) => [field, 'Say what is to be corrected']));
}
