import type { ApprovalAction, RejectionCode } from '@tegeka/contract/approvals.ts';
import type { FieldError } from '@tegeka/contract/kit/errors.ts';
import type { Tx } from '#platform/database/database.ts';
import type { SnapshotPart } from './approvals-snapshot.ts';

/** What an action learns of its request. */
export interface ApprovalSubject {
  requestId: string;
  /** The thing that waited, in the table of the action. */
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
  /** Who settled it; null for the platform itself. */
  actorId: string | null;
  at: Date;
}

/** A part that must be corrected, with its label. */
export interface Correction {
  field: string;
  label: string;
  comment: string;
}

/** How a request came to nothing, for the action to tell its maker. */
export type ApprovalOutcome =
  | { kind: 'CORRECTION_NEEDED'; reason: string; comment: string | null; corrections: Correction[] }
  | { kind: 'REJECTED'; code: RejectionCode; reason: string; comment: string | null }
  | { kind: 'EXPIRED' }
  | { kind: 'EXECUTION_FAILED'; reason: string; fields: FieldError[] };

/**
 * What an action does with its request. All run in the transaction of the decision, which sees
 * every organization.
 */
export interface ApprovalHandler {
  /** What stands there now: deciding on something that was changed since is refused. */
  snapshot(tx: Tx, entityId: string): Promise<readonly SnapshotPart[]>;
  /**
   * Does what was approved. A refusal by name undoes it and makes EXECUTION_FAILED with the
   * refusal's words as the reason.
   */
  execute(tx: Tx, subject: ApprovalSubject): Promise<void>;
  /** Tells the maker that it came to nothing, and what to do. */
  turnedDown(tx: Tx, subject: ApprovalSubject, outcome: ApprovalOutcome): Promise<void>;
}

/** Every action with what it does, handed in by app.ts: approvals knows none of them. */
export type ApprovalHandlers = Readonly<Record<ApprovalAction, ApprovalHandler>>;
