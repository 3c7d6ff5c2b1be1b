import type { ApprovalWords } from '@tegeka/contract/approvals.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import type { SnapshotPart } from './approvals-snapshot.ts';

/** What an action learns of its request. */
export interface ApprovalSubject {
  requestId: string;
  /** What is decided on, in the table of the action. */
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
  /** What was given with the request, where the entity's own table does not hold it. */
  payload: unknown;
  /** Who settled it. */
  actor: Actor;
  at: Date;
}

/** How a request ended without being carried out. */
export interface ApprovalOutcome {
  kind: 'CORRECTION_NEEDED' | 'REJECTED' | 'EXPIRED' | 'EXECUTION_FAILED';
  /** Why, as the maker is told; of a failed execution, what was refused. */
  reason: string;
  comment: string | null;
  /** The parts that must be corrected, with their labels. */
  corrections: { field: string; label: string; comment: string }[];
}

/**
 * Everything that approvals must know of an action. The functions run in the transaction of the
 * decision, which sees every organization.
 */
export interface ApprovalHandler {
  /** MERCHANT_REGISTRATION, and so on. */
  action: string;
  /** What the checker's screen says about it. */
  words: Omit<ApprovalWords, 'subject'> & {
    /** The action in two or three words: 'New business'. */
    label: string;
    /** What is decided on, in the middle of a sentence, from the request's title; else the title. */
    subject?: (title: string) => string;
  };
  /** CHANGES of something that stands: checkers are shown apart what stays. */
  shows: 'ALL' | 'CHANGES';
  /** True where the maker can correct it and put it up again; else it is approved or rejected. */
  correctable: boolean;
  /** Why it can be rejected: codes, with what the maker is told. */
  rejections: Readonly<Record<string, string>>;
  /** What the maker is told where nobody decided in time. */
  expired: string;
  /** What stands there now: a decision on something that was changed since is refused. */
  snapshot(tx: Tx, entityId: string, payload: unknown): Promise<readonly SnapshotPart[]>;
  /**
   * Does what was approved. A refusal by name undoes it and makes EXECUTION_FAILED with the
   * refusal's words as the reason.
   */
  execute(tx: Tx, subject: ApprovalSubject): Promise<void>;
  /** Tells the maker how it ended instead, and what to do. */
  turnedDown(tx: Tx, subject: ApprovalSubject, outcome: ApprovalOutcome): Promise<void>;
}

/** Every action with its handler, handed in by app-features.ts: approvals know none of them. */
export type ApprovalHandlers = ReadonlyMap<string, ApprovalHandler>;

/** The handler of an action that stands in the database. */
export function handlerOf(handlers: ApprovalHandlers, action: string): ApprovalHandler {
  const handler = handlers.get(action);
  if (!handler) throw new Error(`Nobody handles approvals of ${action}`);
  return handler;
}
