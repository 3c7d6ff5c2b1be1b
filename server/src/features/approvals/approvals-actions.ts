import type { ApprovalTexts, RequestDetail } from '@tegeka/contract/approvals.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Actor } from '#platform/state/transition.ts';
import type { SnapshotPart } from './approvals-snapshot.ts';

/** A request as its action gets it. */
export interface ApprovalSubject {
  requestId: string;
  /** What is decided on, in the table of the action. */
  entityId: string;
  /** The maker's organization. */
  organizationId: string;
  /** Data of the request that the table of the entity does not hold. */
  payload: unknown;
  /** Who settled it. */
  actor: Actor;
  /** When it was settled, by the business clock. */
  at: Date;
  /** The same moment by the wall clock. */
  now: Date;
}

/** How a request ended without being carried out. */
export interface ApprovalOutcome {
  kind: 'CORRECTION_NEEDED' | 'REJECTED' | 'EXPIRED' | 'EXECUTION_FAILED';
  /** Why, as the maker is told; for EXECUTION_FAILED the message of the refusal. */
  reason: string;
  comment: string | null;
  /** The reason with the comment, as one text. */
  fullReason: string;
  /** The parts that must be corrected, with their labels. */
  corrections: RequestDetail['decisions'][number]['corrections'];
}

/**
 * Everything that approvals must know of an action. The functions run in the transaction of the
 * decision, which sees every organization.
 */
export interface ApprovalHandler {
  /** MERCHANT_REGISTRATION, and so on. */
  action: string;
  /** What the checker's screen says about it. */
  texts: Pick<ApprovalTexts, 'approval' | 'rejection'> &
    Partial<Pick<ApprovalTexts, 'marked' | 'comment'>> & {
      /** The action in two or three words: 'New business'. */
      label: string;
      /** What is decided on, in the middle of a sentence, from the request's title; else the title. */
      subject?: (title: string) => string;
    };
  /** CHANGES for an entity that exists: its unchanged parts are shown apart. */
  shows?: 'CHANGES';
  /** The maker can correct it and ask again; else it is approved or rejected as it stands. */
  correctable?: true;
  /** Why it can be rejected: codes, with what the maker is told. */
  rejections: Readonly<Record<string, string>>;
  /** What the maker is told where nobody decided in time. */
  expired?: string;
  /** The current content: an approval is refused where it has changed since the request. */
  snapshot(tx: Tx, entityId: string, payload: unknown): Promise<readonly SnapshotPart[]>;
  /**
   * Carries out what was approved. A refusal rolls it back and ends the request as EXECUTION_FAILED, with
   * the message of the refusal as the reason.
   */
  execute(tx: Tx, subject: ApprovalSubject): Promise<void>;
  /**
   * Settles the entity where the request was not carried out, and tells the maker what to do. Without it
   * nothing changes, and the maker finds the decision in the Inbox.
   */
  onNotExecuted?(tx: Tx, subject: ApprovalSubject, outcome: ApprovalOutcome): Promise<void>;
}

/** Returns the handler of an action. Passed in by app-features.ts: approvals import no handlers. */
export type HandlerOf = (action: string) => ApprovalHandler;
