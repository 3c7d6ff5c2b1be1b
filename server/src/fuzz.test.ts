import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { API } from '@tegeka/contract/api.ts';
import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { ERRORS, problemShape } from '@tegeka/contract/kit/errors.ts';
import * as fc from 'fast-check';
import { openBases } from './testing/fuzz/fuzz-bases.ts';
import {
  type Base,
  edgesOf,
  type Nearness,
  nearness,
  nearOf,
  RIGHT,
} from './testing/fuzz/fuzz-near.ts';
import type { TestAnswer, TestClient } from './testing/test-client.ts';
import { type FuzzServer, openFuzzServer } from './testing/fuzz/fuzz-server.ts';
import { errorsOf } from '#platform/openapi/openapi-bodies.ts';
import { type Try, triesOf } from './testing/endpoint-tries.ts';

/**
 * The same inputs in every run by default. FUZZ_SEED=7 FUZZ_RUNS=2000 tries more; FUZZ_LOG=error
 * shows the server's log.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 30);
/** Maximum time of an answer, in milliseconds: other tests of the run are at work too. */
const TIMEOUT = 20_000;

/** The parameters of all properties. */
const ASKED = {
  seed: SEED,
  interruptAfterTimeLimit: 500_000,
  markInterruptAsFailure: true,
};

let testServer: FuzzServer;
let baseOf: (endpoint: Endpoint) => Promise<Base>;
before(async () => {
  testServer = await openFuzzServer(process.env['FUZZ_LOG'] ?? 'silent');
  baseOf = await openBases(testServer);
});
after(async () => {
  // Also those of calls that only prepare others.
  const errors = testServer.testServer.serverErrors;
  await testServer.close();
  assert.deepEqual(errors, []);
});

/** Asserts that a refusal is a problem of the contract. */
function checkRefusal(answer: TestAnswer): void {
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, answer.text);
  const problem = problemShape.parse(answer.json);
  const known = Object.entries(ERRORS).find(([code]) => code === problem.code)?.[1];
  assert.equal(known?.[0], answer.status, problem.code);
  assert.equal(problem.status, answer.status);
  for (const { field, message } of problem.fields ?? [])
    assert.match(message, /^(?!Invalid input).* /s, `${field} is refused without a sentence`);
}

/** Codes of calls that ignore the API document: an unexpected body, or a wrong CSRF token. */
const OF_MALFORMED = ['BODY_BROKEN', 'BODY_TOO_LARGE', 'INPUT_INVALID', 'CSRF_TOKEN_INVALID'];

function checkAnswer(endpoint: Endpoint, answer: TestAnswer): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  if (answer.status >= 300) {
    checkRefusal(answer);
    const told: readonly string[] = [...errorsOf(endpoint), ...OF_MALFORMED];
    return assert.ok(told.includes(answer.json.code), `${answer.json.code} is not listed`);
  }
  assert.equal(answer.status, endpoint.output.status);
  if (endpoint.output.kind === 'none') assert.equal(answer.text, '');
  if (endpoint.output.kind === 'json') {
    const parsed = endpoint.output.shape.safeParse(answer.json);
    assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
  }
}

/**
 * Makes a call. Asserts that the answer is in the contract, in time, and holds no data of another
 * organization.
 */
async function answerTo(endpoint: Endpoint, client: TestClient, { address, request }: Try) {
  const begun = Date.now();
  const answer = await client.call(address, request);
  assert.ok(Date.now() - begun < TIMEOUT, `took ${Date.now() - begun} ms`);
  checkAnswer(endpoint, answer);
  // Operators read across organizations. All others must learn nothing of another organization.
  if (client.domain !== 'OPERATOR') {
    const told = `${JSON.stringify(answer.headers)} ${answer.text}`;
    assert.ok(!told.includes(testServer.marker), `tells of another organization: ${told}`);
  }
  return answer;
}

/** Makes a valid or nearly valid call. A valid one must succeed. */
async function tryNear(endpoint: Endpoint, near: Nearness): Promise<void> {
  const base = await baseOf(endpoint);
  const one = nearOf(endpoint, base, near);
  try {
    const answer = await answerTo(endpoint, base.client, one);
    if (near === RIGHT) assert.equal(answer.status, endpoint.output.status, answer.text);
  } catch (cause) {
    const how = JSON.stringify(near.changes);
    throw new Error(`${endpoint.method} ${one.address} with ${how}: ${String(cause)}`, { cause });
  }
}

/** The caller: mostly of an admitted domain, sometimes any other. */
function callersOf({ admission }: Endpoint): fc.Arbitrary<Domain | null> {
  const anybody = fc.constantFrom(null, ...DOMAINS);
  if (admission.kind === 'public') return anybody;
  const admitted = fc.constantFrom(...admission.domains);
  return fc.oneof({ weight: 9, arbitrary: admitted }, { weight: 1, arbitrary: anybody });
}

test('another organization has data that could leak', async () => {
  const operator = await testServer.clientOf('OPERATOR');
  const found = await operator.call(`/api/v1/approval-requests?search=${testServer.marker}`);
  assert.equal(found.json.totalElements, 2, 'its registration and its change');
  assert.ok(testServer.filled > 0, 'the other business is filled by calls');
});

test('a multipart form without boundary is refused with its code', async () => {
  const client = await testServer.clientOf('MERCHANT');
  const headers = { 'content-type': 'multipart/form-data' };
  const answer = await client.call('/api/v1/merchants', { method: 'POST', body: '--b--', headers });
  checkRefusal(answer);
  assert.equal(answer.json.code, 'BODY_BROKEN');
});

/** Methods that no endpoint has, and those of other endpoints. */
const METHODS = ['QUERY', 'TRACE', 'PROPFIND', 'PURGE', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

test('a method that an address does not take is refused with its code', async () => {
  const client = await testServer.clientOf('OPERATOR');
  const taken = Map.groupBy(API, ({ path }) => path);
  for (const [path, endpoints] of taken) {
    const own: readonly string[] = endpoints.map(({ method }) => method);
    // Another endpoint of the same form may take the method: a name stands where it has an id.
    const address = path.replaceAll(/\{\w+\}/g, 'nothing');
    for (const method of METHODS.filter((other) => !own.includes(other))) {
      const answer = await client.call(address, { method });
      assert.ok(answer.status < 500, `${method} ${address}: ${answer.status}`);
      assert.ok(answer.status >= 400, `${method} ${address}: ${answer.status}`);
      checkRefusal(answer);
    }
  }
});

for (const endpoint of API) {
  test(`${endpoint.name}: any input gets an answer of the contract, in time, without foreign data`, async (t) => {
    t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
    const tries = fc.tuple(callersOf(endpoint), triesOf(endpoint, testServer.hints));
    const property = fc.asyncProperty(tries, async ([kind, one]) => {
      await answerTo(endpoint, await testServer.clientOf(kind), one);
    });
    await fc.assert(
      property.beforeEach(() => testServer.resetLimitsAtTimes()),
      { ...ASKED, numRuns: RUNS },
    );
  });

  // Random input is mostly refused by validation. So every endpoint also gets calls that must
  // succeed.
  test(`${endpoint.name}: a valid call succeeds, and a nearly valid one is answered by the contract`, async (t) => {
    t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
    await tryNear(endpoint, RIGHT);
    for (const edge of edgesOf(await baseOf(endpoint))) await tryNear(endpoint, edge);
    await fc.assert(
      fc.asyncProperty(nearness, (near) => tryNear(endpoint, near)),
      { ...ASKED, numRuns: Math.ceil(RUNS / 3) },
    );
  });
}
