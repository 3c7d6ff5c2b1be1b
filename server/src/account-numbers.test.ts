import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import pg from 'pg';
import { PACS_003 } from '#features/clearing/iso/iso-debits.ts';
import { writeStatuses } from '#features/clearing/iso/iso-answers.ts';
import { writeAcceptance } from '#features/clearing/iso/iso-mandates.ts';
import {
  ACCOUNT,
  csvOf,
  GRACE,
  MONTHLY,
  openMandateDesk,
} from '#features/mandates/imports/mandates-test-imports.ts';
import type { Log } from '#platform/log.ts';
import { tablesWith } from '#testing/checks/database-search.ts';
import { moveClock } from '#testing/setup/test-clock.ts';
import {
  activeMandate,
  consentedMandate,
  decideMandate,
  openBank,
  openPayer,
  openShop,
  payerAccount,
  until,
} from '#testing/test-mandate.ts';
import { TestClient } from '#testing/test-client.ts';
import { openPayerPages } from '#testing/test-payer.ts';
import { openTestServer, type TestPerson, type TestServer } from '#testing/test-server.ts';

/** As it is kept, and as people write it. */
const NUMBER = '774411998877';
const SPELLINGS = [NUMBER, '7744 1199 8877', '7744-1199-8877'];
const TYPED = '7744 1199 8877';
const isShown = (text: string) => SPELLINGS.some((spelling) => text.includes(spelling));

const lines: string[] = [];
const write = (entry: object, message: string) =>
  void lines.push(`${JSON.stringify(entry)} ${message}`);
const log: Log = { debug: write, info: write, warn: write, error: write };

let folder: string;
let testServer: TestServer;
let officer: TestPerson;
let operator: TestPerson;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tegeka-numbers-'));
  const options = { CLEARING_DIR: folder, TRUST_PROXY: '127.0.0.1' };
  testServer = await openTestServer(options, undefined, log);
  officer = await openBank(testServer);
  operator = await testServer.operator();
});
after(async () => {
  await testServer.close();
  await rm(folder, { recursive: true });
});

/** All files below a folder that hold the number. */
async function filesWith(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    // What is deleted meanwhile holds nothing.
    const text = entry.isFile() ? await readFile(file, 'latin1').catch(() => '') : '';
    if (isShown(text)) found.push(path.relative(root, file));
  }
  return found;
}

/** Hands a file in as a gateway does, and waits until it was looked at. */
async function put(channel: string, text: string): Promise<void> {
  const inside = path.join(folder, channel, 'in');
  await mkdir(inside, { recursive: true });
  const name = `${randomUUID()}.xml`;
  await writeFile(path.join(inside, `.${name}`), text);
  await rename(path.join(inside, `.${name}`), path.join(inside, name));
  await until(async () => !(await readdir(inside)).includes(name));
}

/** What the number is typed into: the forms of payers, calls, files, and another account of a mandate. */
async function typeEverywhere() {
  const shop = await openShop(testServer);
  const { client, mandates, merchantId } = shop;
  const account = { ...(await payerAccount(testServer)), accountNumber: TYPED };
  const { id, reference } = await consentedMandate(testServer, shop.payer, {
    accountNumber: TYPED,
  });
  await decideMandate(officer, reference, { decision: 'APPROVE' });
  const headers = { 'idempotency-key': 'asked-for-once' };
  const asked = { ...(await shop.payer.terms()), ...account, consentWay: 'SMS' };
  for (let n = 0; n < 2; n += 1) {
    const made = await client.call(mandates, { method: 'POST', body: asked, headers });
    assert.equal(made.status, 201, made.text);
  }
  const form = await shop.payer.create({ ...account, consentWay: 'FORM' });
  assert.equal(form.status, 201, form.text);
  assert.equal(
    (await shop.payer.create({ ...account, consentWay: 'SMS', amount: -1 })).status,
    400,
  );
  const other = await openPayer(testServer, { client, merchantId });
  const old = await activeMandate(testServer, officer, other);
  const terms = { ...(await other.terms()), customerId: undefined, consentWay: 'SMS', ...account };
  const replaced = await client.call(`${mandates}/${old}/replace`, { method: 'POST', body: terms });
  assert.equal(replaced.status, 201, replaced.text);
  const desk = await openMandateDesk(testServer);
  const row = { ...GRACE, ...MONTHLY, ...ACCOUNT, accountNumber: TYPED };
  const wrong = { ...row, customerReferenceNumber: 'NEW-2', schedule: 'often' };
  const checked = await desk.check(csvOf(row, wrong));
  assert.deepEqual([checked.goodRows, checked.refusedRows], [1, 1]);
  assert.equal((await desk.refusedFile(checked.id)).status, 200);
  await desk.confirm(checked.id, 'GOOD_ROWS');
  await desk.wait(checked.id, 'DONE');
  const { atTheForm } = openPayerPages(() => testServer);
  const right = await atTheForm(shop.phoneNumber);
  assert.equal((await right.enter(right.code, TYPED)).status, 303);
  const third = await openPayer(testServer, { client, merchantId });
  await activeMandate(testServer, officer, third);
  const stranger = await atTheForm(third.phoneNumber);
  assert.notEqual((await stranger.enter(stranger.code, TYPED)).status, 303);
  return { shop, mandateId: id };
}

/** Collects by a mandate; the bank rejects, and writes the number where it does not belong. */
async function collect({ shop, mandateId }: Awaited<ReturnType<typeof typeEverywhere>>) {
  const transactions = shop.mandates.replace('mandates', 'transactions');
  const body = { mandateId, reference: 'INV-1', amount: 100_000 };
  const { json } = await shop.client.call(transactions, { method: 'POST', body });
  const one = async () => (await shop.client.call(`${transactions}/${json.id}`)).json;
  for (let n = 0; n < 12 && (await one()).state === 'PENDING'; n += 1)
    await moveClock(operator, 'NEXT_SESSION');
  const { attempts, reference } = await one();
  const head = { createdAt: testServer.clock.now(), to: testServer.config.clearing.bic };
  const from = testServer.config.clearing.houseBic;
  const rejection = {
    originalMessageId: null,
    instructionId: attempts[0].instructionId,
    transactionId: null,
    endToEndId: reference,
    status: 'RJCT',
    reasonCode: 'AC04',
    text: `Account ${TYPED} (${NUMBER}) is closed`,
    amount: 100_000,
    currency: 'UGX',
    agent: null,
  };
  const statuses = () =>
    writeStatuses({ ...head, messageId: randomUUID(), from }, [], [rejection], PACS_003);
  await put('clearing-house', statuses().replace('<TxSts>RJCT', `<TxSts>${NUMBER}`));
  await put('clearing-house', statuses().replace('AC04', NUMBER));
  await put('clearing-house', statuses());
  assert.equal((await one()).state, 'FAILED');
  const acceptance = { originalMessageId: null, accepted: true, reasonCode: null };
  const bank = { ...head, messageId: randomUUID(), from: 'SBICUGKX' };
  const unknown = writeAcceptance(bank, [{ ...acceptance, reference: 'TGK2222222222' }]);
  await put('SBICUGKX', unknown.replace('<OrgnlMndtId>', `<${NUMBER}/><OrgnlMndtId>`));
  return { transactionId: json.id };
}

/** What goes wrong in the middle of a call is written to the log. */
async function failInside({ client, mandates, payer }: Awaited<ReturnType<typeof openShop>>) {
  const owner = new pg.Client({ connectionString: testServer.connectionString });
  await owner.connect();
  await owner.query(`create function fails() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$;
    create trigger fails before insert on mandates for each row execute function fails()`);
  const account = { ...(await payerAccount(testServer)), accountNumber: TYPED };
  const body = { ...(await payer.terms()), ...account, consentWay: 'SMS' };
  const failed = await client.call(mandates, { method: 'POST', body });
  assert.equal(failed.status, 500);
  await owner.query('drop trigger fails on mandates');
  await owner.end();
}

test('no account number of a payer is in clear in a table, a log, an answer, an export or a file', async (t) => {
  const calls = t.mock.method(TestClient.prototype, 'call');
  const typed = await typeEverywhere();
  const { transactionId } = await collect(typed);
  await failInside(typed.shop);
  const { merchantId, client } = typed.shop;
  const known: Record<string, string> = { merchantId, mandateId: typed.mandateId, transactionId };
  let read = 0;
  for (const { method, path: address } of API) {
    const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (method !== 'GET' || !names.every((name) => name in known)) continue;
    const own = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
    for (const one of [client, operator.client, officer.client])
      if ((await one.call(own)).status === 200) read += 1;
  }
  assert.ok(read > 60, `${read} answers`);

  const answers = await Promise.all(
    calls.mock.calls.map(async ({ arguments: [address], result }) => {
      const answer = await result;
      return { address, text: `${JSON.stringify(answer?.headers)} ${answer?.text}` };
    }),
  );
  // Officers see the account that they confirm, and who has typed one in finds it in the form again.
  const mayShow = /^\/api\/v1\/approval-requests\/|^\/me\/[\w-]+\/code$/;
  const shown = answers.filter(({ address, text }) => isShown(text) && !mayShow.test(address));
  assert.deepEqual([...new Set(shown.map(({ address }) => address))], []);
  assert.ok(answers.some(({ text }) => isShown(text)));
  assert.ok(lines.some((line) => line.includes('the disk is full')));
  assert.deepEqual(lines.filter(isShown), []);
  for (const spelling of SPELLINGS) assert.deepEqual(await tablesWith(testServer, spelling), []);
  assert.deepEqual(await filesWith(testServer.config.dataDir), []);
  const sent = await filesWith(path.join(folder, 'clearing-house', 'out'));
  assert.equal(sent.length, 1, 'only the file to the clearing house names it');
});
