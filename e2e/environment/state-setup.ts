import assert from 'node:assert/strict';
import { type Newcomer, phoneAddress, PLAY_PASSWORD } from '../steps/account-steps.ts';
import { fieldsOf } from './http-call.ts';
import { fileOf, HttpPerson } from './http-person.ts';
import { codeFor } from './outbox-read.ts';
import { ACCOUNT, ADDRESS, BUSINESS } from '../steps/registration-steps.ts';
import { OPERATOR } from '../steps/review-steps.ts';
import type { TestServer } from './server-process.ts';
import type { StoryFiles } from './story-files.ts';

// Sets up by the API the states in which tests of other subjects begin.

const IDENTITY = '/identity/api/v1';

/** A phone number as the API takes it. */
const phoneOf = (digits: string) => ({
  countryCode: '256',
  region: 'UG',
  subscriberNumber: Number(digits.replaceAll(/\s/g, '').slice(1)),
});

/** Makes an account with codes by email and SMS. Returns the id of its organization. */
export async function makeAccount(server: TestServer, newcomer: Newcomer): Promise<string> {
  const person = new HttpPerson(server, 'merchant');
  for (const identifier of [newcomer.email, phoneAddress(newcomer)]) {
    const code = { identifier, tokenType: 'OTP' };
    await person.ask(`${IDENTITY}/auth/public/sec-token`, { json: code });
    const token = await codeFor(server, identifier);
    const decision = await person.ask(`${IDENTITY}/auth/public/sec-token/verify`, {
      json: { ...code, token },
    });
    assert.equal(decision['message'], 'valid');
  }
  const { phone, ...names } = newcomer;
  const { organizationId } = await person.ask(`${IDENTITY}/users/merchant-rep-account`, {
    json: { ...names, phoneNumber: phoneOf(phone), isAdmin: true, domainName: 'MERCHANT' },
  });
  return String(organizationId);
}

/** Registers a newcomer's business, which an operator has to approve. */
async function registerBusiness(
  server: TestServer,
  files: StoryFiles,
  newcomer: Newcomer,
  organizationId: string,
): Promise<void> {
  const owner = new HttpPerson(server, 'merchant');
  await owner.signIn(newcomer.email, newcomer.password);
  const banks: unknown = (await owner.call('/api/v1/banks')).json;
  assert.ok(Array.isArray(banks));
  const { email, firstName, lastName, businessName, phone } = newcomer;
  const form = new FormData();
  form.set(
    'merchant',
    JSON.stringify({
      businessName,
      organizationId,
      phoneNumber: phoneOf(BUSINESS['Business Phone Number']),
      industry: 'Accommodation and Food Services',
      registrationNumber: BUSINESS['Registration Number'],
      taxNumber: BUSINESS['Tax Identification Number'],
      bankAccounts: [
        {
          bankId: fieldsOf(banks[0])['id'],
          accountType: 'CURRENT',
          accountName: ACCOUNT['Account Name'],
          accountNumber: ACCOUNT['Account Number'],
          branch: ACCOUNT.Branch,
          branchCode: ACCOUNT['Branch Code'],
        },
      ],
      businessAddress: {
        country: 'Uganda',
        countryCode: 'UG',
        region: ADDRESS.Region,
        city: ADDRESS.City,
        street: ADDRESS.Street,
        buildingName: ADDRESS['Building Name'],
        postalCode: ADDRESS['Postal Code'],
      },
      userInfo: { email, firstName, lastName, phoneNumber: phoneOf(phone) },
    }),
  );
  form.set('certificateOfIncorporation', await fileOf(files.certificate, 'certificate.pdf'));
  form.set('logo', await fileOf(files.logo, 'logo.png'));
  await owner.ask('/api/v1/merchants', { files: form });
}

/** Approves the only pending request that a search finds. */
export async function approveRequest(
  server: TestServer,
  text: string,
  email = OPERATOR,
): Promise<void> {
  const operator = new HttpPerson(server, 'operator');
  await operator.signIn(email, PLAY_PASSWORD);
  const inbox = '/api/v1/approval-requests';
  const found = await operator.ask(`${inbox}?state=PENDING&search=${encodeURIComponent(text)}`);
  const requests = found['content'];
  assert.ok(Array.isArray(requests) && requests.length === 1, `${text} waits once`);
  const request = `${inbox}/${String(fieldsOf(requests[0])['id'])}`;
  const { snapshotHash } = await operator.ask(request);
  await operator.ask(`${request}/decisions`, { json: { decision: 'APPROVE', snapshotHash } });
}

/** Changes legal data of an active business of the demo, which an operator approves. */
export async function changeBusiness(
  server: TestServer,
  email: string,
  change: Record<string, string>,
): Promise<void> {
  const owner = new HttpPerson(server, 'merchant');
  await owner.signIn(email, PLAY_PASSWORD);
  const { attributes } = await owner.ask(`${IDENTITY}/users/currentuser`);
  const { organizationId } = fieldsOf(attributes);
  const found = await owner.ask(`/api/v1/merchants/organization/${String(organizationId)}`);
  const merchant = `/api/v1/merchants/${String(found['id'])}`;
  const { detailsVersion: version } = await owner.ask(`${merchant}/profile`);
  const form = new FormData();
  form.set('change', JSON.stringify({ version, ...change }));
  await owner.ask(`${merchant}/changes`, { files: form });
  await approveRequest(server, String(found['businessName']));
}

/** Makes an account with a business that is active. */
export async function makeActiveBusiness(
  server: TestServer,
  files: StoryFiles,
  owner: Newcomer,
): Promise<void> {
  await registerBusiness(server, files, owner, await makeAccount(server, owner));
  await approveRequest(server, owner.businessName);
}
