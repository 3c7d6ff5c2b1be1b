import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { APPROVE, decide, openRequestOf } from '#features/approvals/approvals-test-calls.ts';
import { openBank } from '#testing/test-mandate.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { closeBank } from '#testing/setup/test-banks.ts';

const BANKS = '/api/v1/operator/banks';
const STANBIC = '0193b001-0000-7000-8000-000000000012';
const CENTENARY = '0193b001-0000-7000-8000-000000000005';
const TROPICAL = '0193b001-0000-7000-8000-000000000014';
const ECOBANK = '0193b001-0000-7000-8000-000000000009';
const EQUITY = '0193b001-0000-7000-8000-000000000010';
const HALF_A_MINUTE = 30_000;

const LAKE = {
  name: 'Lake Bank',
  bic: 'lakeugka',
  tier: 'TIER_1',
  organizationId: null,
  activeFrom: null,
  activeTo: null,
  offersCurrentAccounts: true,
  takesDirectDebits: true,
};

let testServer: TestServer;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  testServer = await openTestServer();
  maker = await testServer.operator();
  checker = await testServer.operator();
});
after(() => testServer.close());

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const logoFile = () => new File([Buffer.from(PIXEL, 'base64')], 'logo.png');

/** Asks for a new bank, or for a change of one. */
function send(bank: object, { id = '', logo }: { id?: string; logo?: File } = {}) {
  const form = new FormData();
  form.set('bank', JSON.stringify(bank));
  if (logo) form.set('logo', logo);
  const address = id ? `${BANKS}/${id}` : BANKS;
  return maker.client.call(address, { method: id ? 'PUT' : 'POST', body: form });
}

const read = async (id: string) => (await maker.client.call(`${BANKS}/${id}`)).json;

const switchBank = (id: string, to: 'enable' | 'disable', reason?: string) =>
  maker.client.call(`${BANKS}/${id}/${to}`, { method: 'PATCH', body: { reason } });

async function approve(title: string) {
  const request = await openRequestOf(checker.client, title);
  return { request, decided: await decide(checker.client, request, APPROVE) };
}

async function offered(): Promise<string[]> {
  testServer.clock.advance(HALF_A_MINUTE);
  const { json } = await testServer.stranger().call('/api/v1/banks');
  return json.map(({ name }: { name: string }) => name);
}

test('a new bank is offered once another operator has approved it', async () => {
  const banker = await testServer.banker();
  const { organizationId } = banker;
  const asked = await send({ ...LAKE, organizationId }, { logo: logoFile() });
  assert.equal(asked.status, 202, asked.text);
  const own = await openRequestOf(maker.client, LAKE.name);
  assert.equal(own.id, asked.json.requestId);
  const refused = await decide(maker.client, own, APPROVE);
  assert.equal(refused.json.code, 'REQUEST_IS_YOURS');
  assert.ok(!(await offered()).includes(LAKE.name));
  const { request, decided } = await approve(LAKE.name);
  assert.equal(decided.json.state, 'EXECUTED', decided.text);
  assert.equal(request.texts.comment, 'Your colleagues read this.');
  const shown = new Map(request.fields.map(({ key, value }) => [key, value]));
  assert.equal(shown.get('bic'), 'LAKEUGKA');
  assert.equal(shown.get('organizationId'), banker.businessName);
  assert.equal(shown.get('logo'), 'logo.png');
  assert.ok((await offered()).includes(LAKE.name));
  const found = await maker.client.call(`${BANKS}?search=lakeug&state=ACTIVE&tier=TIER_1`);
  const [bank] = found.json.content;
  assert.deepEqual([bank.name, bank.version, found.json.totalElements], [LAKE.name, 1, 1]);
  const address = `/api/v1/banks/organization-id/${organizationId}`;
  const { logoUrl } = (await banker.client.call(address)).json;
  assert.equal((await banker.client.call(logoUrl)).status, 200, 'its people see the logo');
});

/** A year to come, and its last day. */
const YEAR = new Date().getUTCFullYear() + 5;
const LAST_DAY = `${YEAR}-12-31`;

test('an edit shows its difference, and both are in the history', async () => {
  const bank = await read(STANBIC);
  const asked = await send({ ...bank, activeTo: LAST_DAY }, { id: STANBIC });
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await read(STANBIC)).pendingRequestId, asked.json.requestId);
  const pending = await send({ ...bank, activeTo: `${YEAR + 1}-12-31` }, { id: STANBIC });
  assert.equal(pending.json.code, 'REQUEST_PENDING');
  assert.equal((await switchBank(STANBIC, 'disable')).json.code, 'REQUEST_PENDING');
  const { request } = await approve(bank.name);
  const changed = request.fields.filter((field) => field.changed);
  assert.deepEqual(
    changed.map(({ key, before: was, value }) => [key, was, value]),
    [['activeTo', '', `31/12/${YEAR}`]],
  );
  const now = await read(STANBIC);
  assert.deepEqual([now.activeTo, now.version], [LAST_DAY, bank.version + 1]);
  assert.equal(now.pendingRequestId, null);
  const { content } = (await maker.client.call(`${BANKS}/${STANBIC}/events`)).json;
  const nameOf = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;
  assert.deepEqual(
    content.map(({ kind, by }: { kind: string; by: string }) => [kind, by]),
    [
      ['CHANGED', nameOf(checker)],
      ['REQUESTED', nameOf(maker)],
    ],
  );
  assert.deepEqual(content[0].changes, [{ field: 'activeTo', before: null, after: LAST_DAY }]);
  const stale = await send({ ...bank, activeTo: null }, { id: STANBIC });
  assert.equal(stale.json.code, 'ENTITY_CHANGED');
});

test('a disabled bank is not offered until it is enabled', async () => {
  const { name } = await read(TROPICAL);
  assert.equal((await switchBank(TROPICAL, 'enable')).json.code, 'NOTHING_CHANGED');
  assert.equal((await switchBank(TROPICAL, 'disable', 'Its licence ended')).status, 202);
  await approve(name);
  assert.ok(!(await offered()).includes(name));
  const { counts, content } = (await maker.client.call(`${BANKS}?state=DISABLED`)).json;
  assert.equal(counts.DISABLED, 1);
  assert.equal(content[0].name, name);
  const [event] = (await maker.client.call(`${BANKS}/${TROPICAL}/events`)).json.content;
  assert.deepEqual([event.to, event.reason], ['DISABLED', 'Its licence ended']);
  assert.equal((await switchBank(TROPICAL, 'enable')).status, 202);
  await approve(name);
  assert.ok((await offered()).includes(name));
});

test('of many who ask for a change of one bank at once one has asked', async () => {
  const body = { reason: 'It has left the scheme' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? maker : checker).client.call(`${BANKS}/${EQUITY}/disable`, {
        method: 'PATCH',
        body,
      }),
    ),
  );
  const asked = answers.filter(({ status }) => status === 202);
  const codes = new Set(answers.flatMap(({ json }) => json.code ?? []));
  assert.deepEqual([asked.length, [...codes]], [1, ['REQUEST_PENDING']]);
});

test('a name, BIC or organization of another bank is refused, at the request or when it is carried out', async () => {
  const sameBic = await send({ ...LAKE, name: 'Other Bank', bic: 'SBICUGKX' });
  assert.deepEqual([sameBic.status, sameBic.json.code], [409, 'BANK_BIC_TAKEN']);
  assert.equal(sameBic.json.fields[0].field, 'bic');
  const sameName = await send({ ...LAKE, name: 'Stanbic Bank Uganda', bic: 'OTHRUGKA' });
  assert.deepEqual(
    [sameName.json.code, sameName.json.fields[0].field],
    ['BANK_NAME_TAKEN', 'name'],
  );
  const { organizationId } = await openBank(testServer);
  const sameStaff = await send({ ...LAKE, name: 'Other Bank', bic: 'OTHRUGKA', organizationId });
  assert.equal(sameStaff.json.code, 'BANK_ORGANIZATION_TAKEN', sameStaff.text);
  const twins = { ...LAKE, name: 'Twin Bank', bic: 'TWINUGKA' };
  await send(twins);
  await approve(twins.name);
  const bank = await read(ECOBANK);
  const later = { ...LAKE, name: 'Third Bank', bic: 'THIRUGKA' };
  await send(later);
  await send({ ...bank, bic: 'THIRUGKA' }, { id: ECOBANK });
  await approve(bank.name);
  const { decided } = await approve(later.name);
  assert.equal(decided.json.state, 'EXECUTION_FAILED');
  const failed = await openRequestOf(checker.client, later.name);
  assert.equal(failed.history.at(-1)?.reason, 'Another bank has this BIC already.');
});

test('a change whose ground has changed is not made, and one of nothing is not asked for', async () => {
  const bank = await read(CENTENARY);
  assert.equal((await send(bank, { id: CENTENARY })).json.code, 'NOTHING_CHANGED');
  await send({ ...bank, tier: 'TIER_2' }, { id: CENTENARY });
  await closeBank(testServer, CENTENARY, '2040-01-31');
  const { decided } = await approve(bank.name);
  assert.equal(decided.json.state, 'EXECUTION_FAILED');
  assert.equal((await read(CENTENARY)).tier, 'TIER_1');
});

test('bad input is refused with its field', async () => {
  const refusals = [
    [{ bic: 'SHORT' }, 'bic'],
    [{ bic: null }, 'bic'],
    [{ activeFrom: '2027-01-02', activeTo: '2027-01-01' }, 'activeTo'],
    [{ organizationId: maker.organizationId }, 'organizationId'],
  ] as const;
  for (const [change, field] of refusals) {
    const { status, json } = await send({ ...LAKE, name: 'Bad Bank', bic: 'BADDUGKA', ...change });
    assert.equal(status, 400);
    assert.match(json.fields[0].field, new RegExp(`${field}$`));
  }
  const text = new File(['text'], 'logo.png');
  const { json } = await send({ ...LAKE, name: 'Bad Bank', bic: 'BADDUGKA' }, { logo: text });
  assert.equal(json.code, 'FILE_TYPE_WRONG');
});

test('only operators reach the records of banks', async () => {
  const people = [await testServer.merchant(), await testServer.banker()];
  for (const { client } of people) assert.equal((await client.call(BANKS)).status, 403);
  const unknown = await maker.client.call(`${BANKS}/${maker.organizationId}`);
  assert.equal(unknown.status, 404);
});
