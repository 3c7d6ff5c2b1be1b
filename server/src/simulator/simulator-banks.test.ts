import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { writeCancellation, writeInitiation } from '#features/clearing/iso/iso-mandates.ts';
import { setChannel } from '#features/clearing/clearing-test-bank.ts';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import { openPayer, payerAccount, until, visitPage } from '#testing/test-mandate.ts';
import { activeMerchant } from '#testing/test-merchant.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';
import { openSimulator } from './simulator-transport.ts';

const BIC = 'SBICUGKX';

let testServer: TestServer;
let operator: TestPerson;
before(async () => {
  testServer = await openTestServer();
  operator = await testServer.operator();
  await setChannel(testServer, (await payerAccount(testServer)).bankId);
});
after(() => testServer.close());

/** A mandate whose payer agrees with this first name on the account, and calls that read its state. */
async function agreedBy(firstName: string) {
  const { person, merchantId } = await activeMerchant(testServer);
  const payer = await openPayer(testServer, { client: person.client, merchantId });
  const { id, reference } = (await payer.create()).json;
  const link = await payer.link();
  const account = { ...(await payerAccount(testServer)), accountName: `${firstName} Okello` };
  await visitPage(testServer, link, { ...account, agreed: 'yes' });
  await visitPage(testServer, `${link}/code`, { code: await payer.code() });
  const one = async () => {
    const client = await testServer.signIn('MERCHANT', person.email);
    return (await client.call(`${payer.mandates}/${id}`)).json;
  };
  const reaches = (state: string) => until(async () => (await one()).state === state);
  return { reference: String(reference), one, reaches };
}

async function exceptions(): Promise<{ kind: string; reference: string | null }[]> {
  const client = await testServer.signIn('OPERATOR', operator.email);
  return (await client.call('/api/v1/operator/exceptions?size=100')).json.content;
}

test('the banks of a sandbox answer by the first name on the account', async () => {
  const grace = await agreedBy('Grace');
  const twice = await agreedBy('Twice');
  const declined = await agreedBy('declined');
  const garbled = await agreedBy('Garbled');
  const unanswered = await agreedBy('Unanswered');
  const late = await agreedBy('Late');
  const leaver = await agreedBy('Leaver');
  for (const mandate of [grace, twice, leaver]) await mandate.reaches('ACTIVE');
  await declined.reaches('REJECTED');
  assert.equal((await declined.one()).reason, 'The bank has no such account (AC01)');
  const unread = await until(async () => (await exceptions())[0]);
  assert.equal(unread.kind, 'UNREADABLE');

  testServer.clock.advance(DAY_MS + 60_000);
  await leaver.reaches('CANCELLED');
  testServer.clock.advance(4 * DAY_MS);
  for (const mandate of [unanswered, late, garbled]) await mandate.reaches('EXPIRED');
  testServer.clock.advance(3 * DAY_MS);
  const found = await until(async () =>
    (await exceptions()).find(({ reference }) => reference === late.reference),
  );
  assert.equal(found.kind, 'LATE');
  assert.equal((await exceptions()).length, 2, 'an answer that came twice counts once');
  for (const mandate of [grace, twice]) assert.equal((await mandate.one()).state, 'ACTIVE');
});

/** A simulator with a folder of its own, and the message that asks it about a mandate. */
async function openOwn(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tegeka-simulator-'));
  t.after(() => rm(folder, { recursive: true }));
  const at = testServer.clock.now();
  const head = {
    messageId: '0193b000-0000-7000-8000-0000000000a1',
    createdAt: at,
    from: 'TEGEUGKA',
    to: BIC,
  };
  const request = {
    requestId: head.messageId,
    reference: 'TGK23456789AB',
    oneOff: false,
    currency: 'UGX',
    maxPerDebit: 300_000,
    creditorName: 'Tegeka',
    creditorId: 'UG00TGK0001',
    merchantName: 'Jinja Academy',
    debtorAccount: '9030001234567',
    debtorBic: BIC,
    debtorMobile: null,
  };
  const simulator = openSimulator(folder, { houseBic: 'UGCHUGKA', settlementBic: 'SBICUGKX' });
  const send = (text: string, name: string, when = at) =>
    simulator.send({ channel: BIC, name: `${name}.xml`, bytes: Buffer.from(text) }, when);
  const inDays = (days: number) => new Date(at.getTime() + days * DAY_MS);
  return {
    ask: (firstName: string, when = at) =>
      send(
        writeInitiation(head, [{ ...request, debtorName: `${firstName} Okello` }]),
        firstName,
        when,
      ),
    cancel: () =>
      send(
        writeCancellation(head, [{ reference: request.reference, reasonCode: 'MD17' }]),
        'cancel',
      ),
    inDays,
    received: (days: number) => simulator.receive(new Set([BIC]), 100, inDays(days)),
  };
}

test('a file that comes again is answered with the same bytes', async (t) => {
  const bank = await openOwn(t);
  await bank.ask('Grace');
  await bank.ask('Grace', bank.inDays(1));
  const files = await Promise.all((await bank.received(2)).map((file) => file.read(1_000_000)));
  assert.equal(files.length, 2);
  assert.ok(files[0]);
  assert.equal(files[0].sha256, files[1]?.sha256);
});

test('a file that another server has taken, or that is too large, is read as the directory does', async (t) => {
  const bank = await openOwn(t);
  await bank.ask('Grace');
  const [file] = await bank.received(2);
  assert.ok(file);
  const large = await file.read(10);
  assert.equal(large?.bytes, null);
  assert.ok(large.size > 10);
  await file.settle('1', 'done');
  assert.equal(await file.read(1_000_000), null);
});

test(
  'every file of the simulator is valid against the public schema',
  { skip: WITHOUT_SCHEMAS },
  async (t) => {
    const bank = await openOwn(t);
    for (const name of ['Grace', 'Declined', 'Late', 'Twice', 'Leaver']) await bank.ask(name);
    await bank.cancel();
    const files = await bank.received(9);
    assert.deepEqual([(await bank.received(0)).length, files.length], [6, 8]);
    for (const file of files) {
      const read = await file.read(1_000_000);
      assert.equal(await schemaErrors(String(read?.bytes)), '');
    }
  },
);
