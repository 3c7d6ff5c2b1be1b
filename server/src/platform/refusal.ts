import { type FaultCode, type FieldFault, statusOf, textOf } from '@tegeka/contract/faults.ts';

/** What a refusal can add to its text. */
export interface RefusalDetail {
  fields?: FieldFault[];
  retryAfterSeconds?: number;
}

/** An expected refusal by name. Everything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: FaultCode;
  readonly status: number;
  readonly detail: RefusalDetail;

  constructor(code: FaultCode, detail: RefusalDetail) {
    super(textOf(code));
    this.code = code;
    this.status = statusOf(code);
    this.detail = detail;
  }
}

/** Makes a refusal to throw: `throw refuse('EMAIL_TAKEN')`. */
export function refuse(code: FaultCode, detail: RefusalDetail = {}): Refusal {
  return new Refusal(code, detail);
}
