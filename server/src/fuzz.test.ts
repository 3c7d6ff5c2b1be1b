import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DOMAINS, type Domain } from '@tegeka/contract/domains.ts';
import type { Endpoint } from '@tegeka/contract/endpoint.ts';
import { FAULTS, problemShape } from '@tegeka/contract/faults.ts';
import * as fc from 'fast-check';
import { openBases } from './fuzz-test-bases.ts';
import { type Base, edgesOf, type Nearness, nearness, nearOf, RIGHT } from './fuzz-test-near.ts';
import type { TestAnswer, TestClient } from './test-client.ts';
import { type FuzzHouse, openFuzzHouse } from './test-fuzz-house.ts';
import { type Try, triesOf } from './test-tries.ts';

/**
 * The same tries in every run, unless others are asked for: FUZZ_SEED=7 FUZZ_RUNS=2000 goes deeper,
 * and FUZZ_LOG=error shows what the server says of itself.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 50);
/** Milliseconds that an answer may take. */
const PATIENCE = 5000;

/** What all properties are asked with. */
const ASKED = {
  seed: SEED,
  interruptAfterTimeLimit: 500_000,
  markInterruptAsFailure: true,
};

let house: FuzzHouse;
let baseOf: (row: Endpoint) => Promise<Base>;
before(async () => {
  house = await openFuzzHouse(process.env['FUZZ_LOG'] ?? 'silent');
  baseOf = await openBases(house);
});
after(() => house.close());

/** A refusal is one of the contract's, in its own shape. */
function checkRefusal(answer: TestAnswer): void {
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, answer.text);
  const problem = problemShape.parse(answer.json);
  const known = Object.entries(FAULTS).find(([code]) => code === problem.code)?.[1];
  assert.equal(known?.[0], answer.status, problem.code);
  assert.equal(problem.status, answer.status);
  for (const { field, message } of problem.fields ?? [])
    assert.match(message, /^(?!Invalid input).* /s, `${field} is refused without a sentence`);
}

function checkAnswer(row: Endpoint, answer: TestAnswer): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  if (answer.status >= 300) return checkRefusal(answer);
  assert.equal(answer.status, row.output.status);
  if (row.output.kind === 'none') assert.equal(answer.text, '');
  if (row.output.kind === 'json') {
    const parsed = row.output.shape.safeParse(answer.json);
    assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
  }
}

/** Makes a call, and checks that its answer came by name, in time, and about nobody else. */
async function answerTo(row: Endpoint, client: TestClient, { address, request }: Try) {
  const begun = Date.now();
  const answer = await client.call(address, request);
  assert.ok(Date.now() - begun < PATIENCE, `took ${Date.now() - begun} ms`);
  checkAnswer(row, answer);
  // Operators answer for all organizations; nobody else learns anything of another one.
  if (client.domain !== 'OPERATOR') {
    const told = `${JSON.stringify(answer.headers)} ${answer.text}`;
    assert.ok(!told.includes(house.marker), `tells of another organization: ${told}`);
  }
  return answer;
}

/** Makes a call that is right or nearly so; one that is right has to be served. */
async function tryNear(row: Endpoint, near: Nearness): Promise<void> {
  const base = await baseOf(row);
  const one = nearOf(row, base, near);
  try {
    const answer = await answerTo(row, base.client, one);
    if (near === RIGHT) assert.equal(answer.status, row.output.status, answer.text);
  } catch (cause) {
    const how = JSON.stringify(near.changes);
    throw new Error(`${row.method} ${one.address} with ${how}: ${String(cause)}`, { cause });
  }
}

/** Who calls: mostly those who are admitted, now and then anybody else. */
function callersOf({ admission }: Endpoint): fc.Arbitrary<Domain | null> {
  const anybody = fc.constantFrom(null, ...DOMAINS);
  if (admission.kind === 'public') return anybody;
  const admitted = fc.constantFrom(...admission.domains);
  return fc.oneof({ weight: 9, arbitrary: admitted }, { weight: 1, arbitrary: anybody });
}

test('there is something of another organization to be told', async () => {
  const operator = await house.clientOf('OPERATOR');
  const found = await operator.call(`/api/v1/approval-requests?search=${house.marker}`);
  assert.equal(found.json.totalElements, 2, 'its registration and its change');
  assert.ok(house.filled > 0, 'the other business is filled by calls');
});

test('a form that does not say how its parts are told apart is refused by name', async () => {
  const client = await house.clientOf('MERCHANT');
  const headers = { 'content-type': 'multipart/form-data' };
  const answer = await client.call('/api/v1/merchants', { method: 'POST', body: '--b--', headers });
  checkRefusal(answer);
  assert.equal(answer.json.code, 'BODY_BROKEN');
});

for (const row of API) {
  test(`${row.name}: whatever is sent gets an answer by name, in time, about nobody else`, async (t) => {
    t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
    const tries = fc.tuple(callersOf(row), triesOf(row, house.hints));
    const property = fc.asyncProperty(tries, async ([kind, one]) => {
      await answerTo(row, await house.clientOf(kind), one);
    });
    await fc.assert(
      property.beforeEach(() => house.forgive()),
      { ...ASKED, numRuns: RUNS },
    );
  });

  // Behind what is refused at the door lies more to try: every row has a call that it must serve.
  test(`${row.name}: what is right is done, and what is nearly right is answered by name`, async (t) => {
    t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
    await tryNear(row, RIGHT);
    for (const edge of edgesOf(await baseOf(row))) await tryNear(row, edge);
    await fc.assert(
      fc.asyncProperty(nearness, (near) => tryNear(row, near)),
      { ...ASKED, numRuns: Math.ceil(RUNS / 4) },
    );
  });
}
