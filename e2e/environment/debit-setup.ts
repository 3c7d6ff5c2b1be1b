import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PLAY_PASSWORD } from '../steps/account-steps.ts';
import { OPERATOR, SECOND_OPERATOR } from '../steps/review-steps.ts';
import { HttpPerson } from './http-person.ts';
import { listOf, ownerOf } from './mandate-setup.ts';
import type { TestServer } from './server-process.ts';
import { approveRequest } from './state-setup.ts';

/** Terms of a mandate that is debited on demand only, with one day of notice. */
export const ON_DEMAND = { schedule: { kind: 'ON_DEMAND' }, noticeDays: 1 };

/** A day as people write it, `21/11/2026`. */
export const shownDay = (isoDay: string) => isoDay.split('-').toReversed().join('/');

/** Why a bank rejects a debit: an ISO 20022 reason code, and additional text, which may be empty. */
interface Rejection {
  code: string;
  text: string;
}

/** The demo's operator by HTTP. */
export async function operatorOf(server: TestServer): Promise<HttpPerson> {
  const operator = new HttpPerson(server, 'operator');
  await operator.signIn(OPERATOR, PLAY_PASSWORD);
  return operator;
}

/** Moves the business clock, and waits until the due work is done. */
export async function moveClock(
  operator: HttpPerson,
  to: 'NEXT_SESSION' | 'TOMORROW' | 'WEEK',
): Promise<void> {
  const clock = '/api/v1/business-clock';
  let { movingTo } = await operator.ask(`${clock}/moves`, { json: { to } });
  for (let tries = 0; movingTo !== null; tries += 1) {
    assert.ok(tries < 800, 'The clock does not arrive within two minutes');
    await pause(150);
    ({ movingTo } = await operator.ask(clock));
  }
}

/** The debits of a mandate, by the API. */
export async function debitsOf(server: TestServer, email: string, mandate: string) {
  const { owner, base } = await ownerOf(server, email);
  const { content } = await owner.ask(`${base}/mandates?search=${mandate}`);
  const mandateId = listOf(content)[0]?.['id'];
  const path = `${base}/transactions`;
  const read = async () =>
    listOf((await owner.ask(`${path}?size=100&mandateId=${String(mandateId)}`))['content']);
  return {
    /** Collects these amounts, each with its own reference. */
    collect: async (amounts: readonly number[]) => {
      const items = amounts.map((amount) => ({ mandateId, amount, reference: `INV-${amount}` }));
      const { items: made } = await owner.ask(`${path}/bulk`, { json: { items } });
      for (const { transaction, errors } of listOf(made)) assert.ok(transaction, String(errors));
    },
    /** Waits until a condition holds for all debits. Throws after 30 seconds. */
    until: async (isSo: (debit: Record<string, unknown>) => boolean) => {
      for (let tries = 0; tries < 150; tries += 1) {
        const debits = await read();
        if (debits.every(isSo)) return debits;
        await pause(200);
      }
      throw new Error('It did not happen within 30 seconds');
    },
    read,
    /** The day that is `days` after today by the business clock, ISO 8601. */
    dayAfter: async (days: number) => {
      const { today } = await owner.ask('/api/v1/business-clock');
      const at = Date.parse(String(today)) + days * 86_400_000;
      return new Date(at).toISOString().slice(0, 10);
    },
  };
}
type Debits = Awaited<ReturnType<typeof debitsOf>>;

/** Moves the business clock until the payers have their notices and the banks the debits. */
export async function sendToBank(operator: HttpPerson, debits: Debits): Promise<void> {
  await debits.until(({ noticeAt }) => noticeAt !== null);
  for (let sessions = 0; sessions < 6; sessions += 1) {
    await moveClock(operator, 'NEXT_SESSION');
    const states = (await debits.read()).map(({ state }) => state);
    if (states.every((state) => state === 'PROCESSING')) return;
  }
  assert.fail('The debits do not go out');
}

const item = (reference: string, { code, text }: Rejection) => `
  <TxInfAndSts>
    <OrgnlEndToEndId>${reference}</OrgnlEndToEndId>
    <TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${text && `<AddtlInf>${text}</AddtlInf>`}</StsRsnInf>
  </TxInfAndSts>`;

/**
 * Uploads a file in which the clearing house rejects debits, by their references; a second operator
 * approves it.
 */
export async function rejectDebits(
  server: TestServer,
  operator: HttpPerson,
  rejections: ReadonlyMap<string, Rejection>,
): Promise<void> {
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.11">
  <FIToFIPmtStsRpt>
    <GrpHdr>
      <MsgId>${randomUUID().replaceAll('-', '')}</MsgId>
      <CreDtTm>${new Date().toISOString()}</CreDtTm>
    </GrpHdr>
    ${[...rejections].map(([reference, why]) => item(reference, why)).join('')}
  </FIToFIPmtStsRpt>
</Document>
`;
  const files = new FormData();
  files.set('upload', JSON.stringify({ from: 'clearing-house' }));
  files.set('file', new File([content], 'rejections.xml'));
  await operator.ask('/api/v1/clearing-files', { files });
  await approveRequest(server, 'rejections', SECOND_OPERATOR);
}
