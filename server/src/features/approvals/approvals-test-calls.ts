import type { RequestDetail } from '@tegeka/contract/approvals.ts';
import type { DecisionInput } from '@tegeka/contract/approval-decisions.ts';
import { requestDetailShape } from '@tegeka/contract/approvals.ts';
import type { MerchantSubmission } from '@tegeka/contract/merchants/merchant-registration.ts';
import type { TestServer, TestPerson } from '#testing/test-server.ts';
import type { TestAnswer, TestClient } from '#testing/test-client.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';

const INBOX = '/api/v1/approval-requests';

export interface Waiting {
  person: TestPerson;
  merchant: MerchantSubmission;
  merchantId: string;
}

export async function waitingBusiness(testServer: TestServer): Promise<Waiting> {
  const person = await testServer.merchant();
  const merchant = await submissionOf(person);
  const { status, text, json } = await submitRegistration(person.client, merchant);
  if (status !== 201) throw new Error(`Not registered: ${text}`);
  return { person, merchant, merchantId: json.merchantId };
}

interface State {
  from: string | null;
  to: string | null;
  reason: string | null;
}

/** A request in full, with the states it went through, oldest first. */
export interface OpenRequest extends RequestDetail {
  history: State[];
}

/** The newest request about something, in full, as this checker reads it. */
export async function openRequestOf(checker: TestClient, title: string): Promise<OpenRequest> {
  const list = await checker.call(`${INBOX}?search=${encodeURIComponent(title)}`);
  const id: string | undefined = list.json.content[0]?.id;
  if (!id) throw new Error(`${title} is not in the inbox`);
  const { json } = await checker.call(`${INBOX}/${id}`);
  const events = await checker.call(`${INBOX}/${id}/events?size=100`);
  const content: (State & { kind: string })[] = events.json.content;
  const history = content.filter(({ kind }) => kind === 'STATE_CHANGED').toReversed();
  return { ...requestDetailShape.parse(json), history };
}

type Decided<D extends DecisionInput['decision']> = Omit<
  Extract<DecisionInput, { decision: D }>,
  'snapshotHash'
>;

export function decide(
  checker: TestClient,
  { id, snapshotHash }: Pick<RequestDetail, 'id' | 'snapshotHash'>,
  decision: Decided<'APPROVE'> | Decided<'REQUEST_CORRECTION'> | Decided<'REJECT'>,
): Promise<TestAnswer> {
  const body = { snapshotHash, ...decision };
  return checker.call(`${INBOX}/${id}/decisions`, { method: 'POST', body });
}

export const APPROVE: Decided<'APPROVE'> = { decision: 'APPROVE' };

export function correct(field: string): Decided<'REQUEST_CORRECTION'> {
  const corrections = [{ field, comment: 'Please check this again.' }];
  return { decision: 'REQUEST_CORRECTION', corrections };
}

export const REJECT: Decided<'REJECT'> = {
  decision: 'REJECT',
  code: 'NOT_IN_REGISTER',
  comment: 'We found no such company.',
};

/** State and review of a business, as it reads them itself. */
export async function readState({ client, organizationId }: TestPerson) {
  return (await client.call(`/api/v1/merchants/organization/${organizationId}`)).json;
}

export function withdraw({ person, merchantId }: Waiting): Promise<TestAnswer> {
  const address = `/api/v1/merchants/${merchantId}/registration/withdrawal`;
  return person.client.call(address, { method: 'POST' });
}
