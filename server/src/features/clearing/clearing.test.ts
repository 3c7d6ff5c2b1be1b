import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { CLEARING_FILE_MAX } from '@tegeka/contract/clearing/clearing.ts';
import { DAY_MS } from '@tegeka/contract/kit/day.ts';
import { schemaErrors, WITHOUT_SCHEMAS } from '#testing/iso-schemas.ts';
import { decideAbout } from '#features/payouts/payouts-test-calls.ts';
import { uploadFile } from '#testing/setup/test-clearing-file.ts';
import { openBank, until } from '#testing/test-mandate.ts';
import type { TestPerson } from '#testing/test-server.ts';
import { openClearing, setChannel, type TestClearing } from './clearing-test-bank.ts';

let close: TestClearing['close'];
let testServer: TestClearing['testServer'];
let operator: TestClearing['operator'];
let bank: TestClearing['bank'];
before(async () => {
  ({ close, testServer, operator, bank } = await openClearing());
});
after(() => close());

test('a bank is asked by a file with its checksum, and its answer makes the mandate active', async () => {
  const { one, file, reference, payer } = await bank.asked();
  assert.equal((await one()).state, 'PENDING_APPROVAL');
  const sum = await readFile(bank.place('out', `${file.name}.sha256`), 'utf8');
  assert.equal(sum, `${bank.sha256(file.text)}  ${file.name}\n`);
  assert.equal((await stat(bank.place('out', file.name))).mode % 0o1000, 0o600);
  assert.match(file.text, /903000555566/);
  const mobile = payer.phoneNumber.replace('+256', '+256-');
  assert.ok(file.text.includes(`<CtctDtls><MobNb>${mobile}</MobNb></CtctDtls>`), file.text);
  if (!WITHOUT_SCHEMAS) assert.equal(await schemaErrors(file.text), '');
  const name = await bank.put(bank.answer({ file, reference }, true));
  assert.deepEqual(await bank.settled(name), { to: 'done', kinds: [], exceptions: [] });
  assert.equal((await one()).state, 'ACTIVE');
  const { client } = operator;
  const { content } = (await client.call(`/api/v1/clearing-files?reference=${reference}`)).json;
  assert.deepEqual(
    content.map(({ state, items }: { state: string; items: number }) => [state, items]),
    [['ACKED', 1]],
  );
  assert.equal(JSON.stringify(content).includes('903000555566'), false);
});

test('a bank that rejects says why, and the business reads it', async () => {
  const { one, ...asked } = await bank.asked();
  await bank.settled(await bank.put(bank.answer(asked, false)));
  const { state, reason } = await one();
  assert.deepEqual([state, reason], ['REJECTED', 'The account is closed (AC04)']);
});

test('the same file again counts once; the same id with other bytes is refused and listed', async () => {
  const { one, ...asked } = await bank.asked();
  const id = randomUUID();
  const text = bank.answer(asked, true, { id });
  const first = await bank.settled(await bank.put(text));
  const again = await bank.settled(await bank.put(text));
  assert.deepEqual([first.to, again.to, again.kinds], ['done', 'done', []]);
  const other = await bank.settled(await bank.put(bank.answer(asked, false, { id })));
  assert.deepEqual([other.to, other.kinds], ['bad', ['ID_REUSED']]);
  const contradiction = await bank.settled(await bank.put(bank.answer(asked, false)));
  assert.deepEqual([contradiction.to, contradiction.kinds], ['done', ['CONTRADICTION']]);
  assert.equal((await one()).state, 'ACTIVE');
});

test('broken, foreign and misdirected files are listed in words, and change nothing', async () => {
  const { one, ...asked } = await bank.asked();
  const good = bank.answer(asked, true);
  const cases: [string, string | Buffer, string][] = [
    ['truncated', good.slice(0, -40), 'UNREADABLE'],
    [
      'entities',
      good.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
      'UNREADABLE',
    ],
    ['no text', Buffer.from([0xff, 0xfe, 0, 1, 2]), 'UNREADABLE'],
    ['empty', '', 'UNREADABLE'],
    ['a request', asked.file.text, 'UNREADABLE'],
    ['another sender', bank.answer(asked, true, { from: 'CERBUGKA' }), 'OTHER_SENDER'],
    ['too large', Buffer.alloc(CLEARING_FILE_MAX + 1, 32), 'TOO_LARGE'],
  ];
  for (const [what, text, kind] of cases) {
    const { to, exceptions } = await bank.settled(await bank.put(text));
    assert.deepEqual([to, exceptions.map((found) => found.kind)], ['bad', [kind]], what);
    const said = exceptions[0]?.explanation ?? '';
    assert.match(said, /Nothing of (it|this one) was processed\. /, what);
  }
  const name = `${randomUUID()}.xml`;
  await writeFile(bank.place('in', `${name}.sha256`), `${bank.sha256('other')}  ${name}\n`);
  assert.deepEqual((await bank.settled(await bank.put(`${good}\n`, name))).kinds, ['CHECKSUM']);
  const both = good.replace('</MndtAccptncRpt>', '<UndrlygCxlDtls/></MndtAccptncRpt>');
  assert.deepEqual((await bank.settled(await bank.put(both))).kinds, ['UNREADABLE']);
  assert.equal((await one()).state, 'PENDING_APPROVAL');
  // The same bytes with a checksum that fits, after one that did not.
  const fits = `${randomUUID()}.xml`;
  await writeFile(bank.place('in', `${fits}.sha256`), `${bank.sha256(`${good}\n`)}  ${fits}\n`);
  assert.equal((await bank.settled(await bank.put(`${good}\n`, fits))).to, 'done');
  assert.equal((await one()).state, 'ACTIVE');
});

test('answers about unknown mandates, to requests that were not sent, or by another bank are listed', async () => {
  const { one, ...asked } = await bank.asked();
  const unknown = bank.answer({ ...asked, reference: 'TGKAAAAAAAAAA' }, true);
  const unasked = bank.answer({ ...asked, file: { messageId: randomUUID() } }, true);
  assert.deepEqual((await bank.settled(await bank.put(unknown))).kinds, ['UNKNOWN_MANDATE']);
  assert.deepEqual((await bank.settled(await bank.put(unasked))).kinds, ['NOT_ASKED']);
  const centenary = '0193b001-0000-7000-8000-000000000005';
  const content = bank.answer(asked, true, { from: 'CERBUGKA' });
  const foreign = await uploadFile(operator.client, { from: centenary, content });
  assert.equal(foreign.json.state, 'HELD', foreign.text);
  await decideAbout(await testServer.operator(), foreign.json.name, { decision: 'APPROVE' });
  const found = await until(async () => {
    const { json } = await operator.client.call(`/api/v1/operator/exceptions?bankId=${centenary}`);
    return json.content[0];
  });
  assert.equal(found.kind, 'OTHER_BANK');
  assert.match(
    found.explanation,
    /belongs to a payer of Stanbic Bank Uganda, not of Centenary Bank/,
  );
  assert.equal((await one()).state, 'PENDING_APPROVAL');
});

test('a cancelled mandate is told to its bank once; an answer that crosses it is listed', async () => {
  const { one, cancel, ...asked } = await bank.asked();
  assert.equal((await cancel()).json.state, 'CANCELLED');
  const cancellation = await until(async () => (await bank.sentAbout(asked.reference))[1]);
  assert.equal(cancellation.items[0]?.kind, 'CANCELLATION');
  const late = await bank.settled(await bank.put(bank.answer(asked, true)));
  assert.deepEqual(late.kinds, ['ENDED']);
  const agreed = bank.answer({ ...asked, file: cancellation }, true);
  assert.deepEqual((await bank.settled(await bank.put(agreed))).kinds, []);
  assert.equal((await one()).state, 'CANCELLED');
  assert.equal((await bank.sentAbout(asked.reference)).length, 2);
});

test('a cancellation by the bank ends a mandate, and is not sent back', async () => {
  const { one, ...asked } = await bank.asked();
  await bank.settled(await bank.put(bank.answer(asked, true)));
  const name = await bank.put(bank.cancellation(asked.reference));
  assert.deepEqual((await bank.settled(name)).kinds, []);
  const { state, reason } = await one();
  assert.deepEqual(
    [state, reason],
    ['CANCELLED', 'Cancelled by the bank. The account holder has asked for it (MD16)'],
  );
  assert.equal((await bank.sentAbout(asked.reference)).length, 1);
});

test('a mandate that another one replaces is cancelled at its bank', async () => {
  const { one, replace, ...old } = await bank.asked();
  await bank.settled(await bank.put(bank.answer(old, true)));
  const { reference } = await replace();
  const file = await until(async () => (await bank.sentAbout(reference))[0]);
  await bank.settled(await bank.put(bank.answer({ reference, file }, true)));
  const cancellation = await until(async () => (await bank.sentAbout(old.reference))[1]);
  assert.equal(cancellation.items[0]?.kind, 'CANCELLATION');
  assert.equal((await one()).state, 'COMPLETED');
});

test('an exception is closed once, with a reason that stays in its history', async () => {
  const { exceptions } = await bank.settled(await bank.put('Dear sirs'));
  const address = `/api/v1/operator/exceptions/${exceptions[0]?.id}`;
  const reason = 'The bank sends it again';
  const send = (verb: string, body: object) =>
    operator.client.call(`${address}/${verb}`, { method: 'POST', body: { reason, ...body } });
  // No money is in suspense.
  for (const outcome of ['SENT_BACK', 'KEPT_IN_SUSPENSE'])
    assert.equal((await send('close', { outcome })).json.fields[0].field, 'outcome');
  const done = { outcome: 'NOTHING_TO_DO' };
  assert.equal((await send('close', done)).json.outcome, 'NOTHING_TO_DO');
  assert.equal((await send('close', done)).json.code, 'EXCEPTION_CLOSED');
  assert.equal((await send('reopen', {})).json.code, 'EXCEPTION_NOT_KEPT');
  const [last] = (await operator.client.call(`${address}/events`)).json.content;
  assert.deepEqual([last.to, last.reason], ['CLOSED', reason]);
});

test('who reads the content of a file says why, and it stays on record', async () => {
  const { reference } = await bank.asked();
  const { client } = operator;
  const { content } = (await client.call(`/api/v1/clearing-files?reference=${reference}`)).json;
  const address = `/api/v1/clearing-files/${content[0].id}`;
  const body = { reason: 'The bank asks about it' };
  const read = await client.call(`${address}/read`, { method: 'POST', body });
  assert.match(read.text, /<MndtId>TGK/);
  const events = (await client.call(`${address}/events`)).json.content;
  assert.deepEqual(
    events.map(({ kind, reason }: { kind: string; reason: string }) => [kind, reason])[0],
    ['READ', body.reason],
  );
  const rows = await testServer.ctx.db.asPlatform('test', (tx) =>
    tx.selectFrom('clearing_files').select('encrypted_content').execute(),
  );
  for (const { encrypted_content: encrypted } of rows)
    assert.doesNotMatch(encrypted ?? '', /903000|<Mndt/);
});

test('a payer can not choose a bank that confirms no mandates', async () => {
  const { payer } = await bank.asked();
  const account = { accountName: 'Grace Nakato', accountNumber: '903000555566' };
  const [{ id: bankId }] = (await testServer.stranger().call('/api/v1/banks')).json;
  const refused = await payer.create({ consentWay: 'SMS', bankId, ...account });
  assert.deepEqual([refused.status, refused.json.fields[0].field], [400, 'bankId']);
  await setChannel(testServer, bankId);
  assert.equal((await payer.create({ consentWay: 'SMS', bankId, ...account })).status, 201);
});

// Last: it moves the clock for good.
test('a mandate that its bank does not answer expires, and a late answer is listed', async () => {
  const { one, ...asked } = await bank.asked();
  testServer.clock.advance(5 * DAY_MS + 60_000);
  await until(async () => (await one()).state === 'EXPIRED');
  const cancellation = await until(async () => (await bank.sentAbout(asked.reference))[1]);
  assert.equal(cancellation.items[0]?.kind, 'CANCELLATION');
  const late = await bank.settled(await bank.put(bank.answer(asked, true)));
  assert.deepEqual(late.kinds, ['LATE']);
  const said = late.exceptions[0]?.explanation ?? '';
  assert.match(said, /after its deadline: the mandate had expired/);
  assert.equal((await one()).state, 'EXPIRED');
});

test('officers of a bank see its files and what happened to them, and nothing of another bank', async () => {
  const { file } = await bank.asked();
  const own = await openBank(testServer);
  const other = await openBank(testServer, 'CERBUGKA');
  const FILES = '/api/v1/clearing-files';
  const banksOf = async (officer: TestPerson): Promise<string[]> => {
    const { json } = await officer.client.call(`${FILES}?size=100`);
    return json.content.map(({ bank: { id } }: { bank: { id: string } }) => id);
  };
  assert.deepEqual([...new Set(await banksOf(own))], [bank.bankId]);
  assert.equal((await banksOf(other)).includes(bank.bankId), false);
  const { content } = (await own.client.call(`${FILES}?size=100`)).json;
  const { id } = content.find(({ name }: { name: string }) => name === file.name);
  const read = await (
    await testServer.signIn('OPERATOR', operator.email)
  ).call(`${FILES}/${id}/read`, { method: 'POST', body: { reason: 'The bank asks about it' } });
  assert.equal(read.status, 200, read.text);
  for (const path of [`${FILES}/${id}`, `${FILES}/${id}/events`]) {
    const seen = await own.client.call(path);
    assert.equal(seen.status, 200, seen.text);
    // Who has looked at the content, and why, is no business of the bank's.
    assert.equal(seen.text.includes('The bank asks about it'), false);
    assert.equal((await other.client.call(path)).status, 404);
    assert.equal((await (await testServer.banker()).client.call(path)).status, 404);
  }
  const look = { method: 'POST', body: { reason: 'They are ours' } } as const;
  assert.equal((await own.client.call(`${FILES}/${id}/read`, look)).status, 403);
});
