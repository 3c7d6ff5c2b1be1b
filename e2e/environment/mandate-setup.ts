import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PLAY_PASSWORD } from '../steps/account-steps.ts';
import { fieldsOf } from './http-call.ts';
import { HttpPerson } from './http-person.ts';
import { codeFor, messageTo } from './outbox-read.ts';
import type { TestServer } from './server-process.ts';

/** An officer of the bank that payers of the stories choose. */
export const OFFICER = 'ruth@stanbic.example';
const BANK = 'Stanbic Bank Uganda';

/** Somebody who agrees to a mandate. */
interface Payer {
  firstName: string;
  lastName: string;
  /** Digits as typed, 0772…. */
  phone: string;
}

/** The items of a list in an answer, each as its fields. */
export const listOf = (value: unknown) => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The payer agrees on the page, with the code from the SMS. */
async function consent(server: TestServer, { firstName, lastName, phone }: Payer): Promise<void> {
  const to = `+256${phone.slice(1)}`;
  const { text } = await messageTo(server, to, /may take up to/);
  const link = /http\S+\/mandates\/[\w-]+/.exec(text)?.[0] ?? '';
  const payer = new HttpPerson(server, 'consumer');
  const banks = (await payer.call('/api/v1/banks')).json;
  const bank = listOf(banks).find(({ name }) => name === BANK);
  const form = {
    bankId: String(bank?.['id']),
    accountName: `${firstName} ${lastName}`,
    accountNumber: '9030 0055 5566',
    agreed: 'yes',
  };
  assert.equal((await payer.call(link, { form })).status, 303);
  const done = await payer.call(`${link}/code`, { form: { code: await codeFor(server, to) } });
  assert.match(done.text, /Thank you/);
}

/** Waits until the mandate has reached the inbox of the bank. Returns an officer, and the path of the request. */
async function requestOf(server: TestServer, reference: string) {
  const officer = new HttpPerson(server, 'bank');
  await officer.signIn(OFFICER, PLAY_PASSWORD);
  const inbox = '/api/v1/approval-requests';
  for (let tries = 0; tries < 100; tries += 1) {
    const { content } = await officer.ask(`${inbox}?size=100`);
    const found = listOf(content).find(({ title }) => String(title).includes(reference));
    if (found) return { officer, request: `${inbox}/${String(found['id'])}` };
    await pause(100);
  }
  throw new Error(`${reference} does not reach the inbox`);
}

/** The officer confirms the mandate once it has reached the inbox. */
export async function confirm(server: TestServer, reference: string): Promise<void> {
  const { officer, request } = await requestOf(server, reference);
  const { snapshotHash } = await officer.ask(request);
  await officer.ask(`${request}/decisions`, { json: { decision: 'APPROVE', snapshotHash } });
}

/** Returns a signed-in owner of a merchant, and the API path of the merchant. */
export async function ownerOf(server: TestServer, email: string) {
  const owner = new HttpPerson(server, 'merchant');
  await owner.signIn(email, PLAY_PASSWORD);
  const { attributes } = await owner.ask('/identity/api/v1/users/currentuser');
  const { organizationId } = fieldsOf(attributes);
  const found = await owner.ask(`/api/v1/merchants/organization/${String(organizationId)}`);
  return { owner, base: `/api/v1/merchants/${String(found['id'])}` };
}

/**
 * Makes a customer and a mandate that waits for their consent; with LATER it is not sent yet. Returns
 * its reference.
 */
export async function makeWaitingMandate(
  server: TestServer,
  email: string,
  payer: Payer,
  way: 'PAGE' | 'FORM' | 'LATER' = 'PAGE',
  terms: object = {},
): Promise<string> {
  const { owner, base } = await ownerOf(server, email);
  const { firstName, lastName, phone } = payer;
  const customer = await owner.ask(`${base}/customers`, {
    json: {
      firstName,
      middleName: '',
      lastName,
      phoneNumber: phone,
      email: '',
      customerReferenceNumber: phone,
    },
  });
  const { today } = await owner.ask('/api/v1/business-clock');
  const banks = (await owner.call('/api/v1/banks')).json;
  const bank = listOf(banks).find(({ name }) => name === BANK);
  const { reference } = await owner.ask(`${base}/mandates`, {
    json: {
      customerId: customer['id'],
      productId: null,
      amountKind: 'FIXED',
      amount: 250_000,
      schedule: { kind: 'MONTHLY', day: 5 },
      start: today,
      consentWay: way === 'FORM' ? 'FORM' : 'PAGE',
      send: way !== 'LATER',
      ...terms,
      ...(way === 'FORM' && {
        bankId: bank?.['id'],
        accountName: `${firstName} ${lastName}`,
        accountNumber: '9030 0055 5566',
      }),
    },
  });
  return String(reference);
}

/** Makes a mandate that its payer has consented to, and that waits in the inbox of the bank. Returns its reference. */
export async function makeConsentedMandate(
  server: TestServer,
  email: string,
  payer: Payer,
  terms: object = {},
): Promise<string> {
  const reference = await makeWaitingMandate(server, email, payer, 'PAGE', terms);
  await consent(server, payer);
  await requestOf(server, reference);
  return reference;
}

/** Makes a mandate that payer and bank have confirmed. Returns its reference. */
export async function makeActiveMandate(
  server: TestServer,
  email: string,
  payer: Payer,
  terms: object = {},
): Promise<string> {
  const reference = await makeConsentedMandate(server, email, payer, terms);
  await confirm(server, reference);
  return reference;
}

/** Waits until the demo has made its own mandates, for tests that count them. */
export async function demoIsMade(server: TestServer): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const page = await fetch(server.origin());
    if (!(await page.text()).includes('are being played')) return;
    await pause(200);
  }
  assert.fail('The demo is not made within two minutes');
}
