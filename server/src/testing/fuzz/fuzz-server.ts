import { API } from '@tegeka/contract/api.ts';
import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import * as fc from 'fast-check';
import pg from 'pg';
import type { TestClient } from '#testing/test-client.ts';
import { type TestServer, openTestServer, type TestPerson } from '#testing/test-server.ts';
import { registeredMerchant } from '#testing/setup/test-registered.ts';
import { submissionOf, submitRegistration } from '#testing/test-merchant.ts';
import { type Hints, inputSchema, likely } from '#testing/checks/schema-checks.ts';

/** The key by which the gateway signs an inbound SMS. */
export const FUZZ_SMS_KEY = 'a key of the gateway for the tests';

/** A TestServer with two businesses: the callers' own, and another whose data must not leak. */
export interface FuzzServer {
  testServer: TestServer;
  /** The callers' business. */
  own: Business;
  hints: Hints;
  /** A text in every text field of the other business. */
  marker: string;
  /** Number of calls that filled the other business. */
  filled: number;
  /** A signed-in browser of a domain. Null: without a session. */
  clientOf(kind: Domain | null): Promise<TestClient>;
  /** Resets all limits before a call that must succeed. */
  resetLimits(): Promise<void>;
  /** Resets them at every 15th call: limits are met too, but do not hide other behaviour. */
  resetLimitsAtTimes(): Promise<void>;
  close(): Promise<void>;
}

type Business = Awaited<ReturnType<typeof registeredMerchant>>;

/** An access token is valid for five minutes. */
const SIGNED_IN_MS = 180_000;

async function openRequest(testServer: TestServer): Promise<{ id: string; snapshotHash: string }> {
  const person = await testServer.merchant();
  await submitRegistration(person.client, await submissionOf(person));
  const { client } = await testServer.operator();
  const inbox = '/api/v1/approval-requests';
  const found = await client.call(`${inbox}?search=${encodeURIComponent(person.businessName)}`);
  return (await client.call(`${inbox}/${found.json.content[0].id}`)).json;
}

/** Hints for the schemas, for the owner of a business. */
async function hintsFor(business: Business, others: Business, text?: string): Promise<Hints> {
  const { person, ids } = business;
  const banks = (await person.client.call('/api/v1/banks')).json.map(
    (bank: { id: string }) => bank.id,
  );
  const phone = fc.constantFrom('0772123456', '772 123 456', '+256772123456', '0312123456', '0772');
  const known = Object.entries(ids).map(([name, id]) => [
    name,
    // Mostly an existing id of one's own; else an id of the other business, or an unknown one.
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(id) },
      {
        weight: 3,
        arbitrary: fc.constant(Object.entries(others.ids).find(([key]) => key === name)?.[1]),
      },
      { weight: 1, arbitrary: fc.uuid() },
    ),
  ]);
  return {
    ids: [...Object.values(ids), ...Object.values(others.ids)],
    ...(text !== undefined && { text }),
    byName: {
      ...Object.fromEntries(known),
      name: fc.constantFrom('MERCHANT_APPROVAL_POLICY_ID', 'NOTHING'),
      bankId: fc.constantFrom(...banks),
      country: fc.constant('Uganda'),
      // Sometimes a number that the shape accepts and the column cannot store.
      version: fc.oneof(
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
        { weight: 1, arbitrary: fc.constantFrom(2 ** 31, Number.MAX_SAFE_INTEGER) },
      ),
      countryCode: fc.constantFrom('UG', '256'),
      subscriberNumber: fc.integer({ min: 772_000_000, max: 772_999_999 }),
    },
    texts: { phoneNumber: phone, identifier: phone },
  };
}

/** Fills the other business: each call with texts is made with the marker in all of them. */
async function fill({ person, ids }: Business, hints: Hints): Promise<number> {
  let filled = 0;
  for (const endpoint of API) {
    const mine =
      endpoint.admission.kind === 'signed-in' && endpoint.admission.domains.includes('MERCHANT');
    if (!mine || endpoint.method === 'GET' || endpoint.body.kind !== 'json') continue;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(Object.entries(ids).find(([key]) => key === name)?.[1]),
    );
    const sample = fc.sample(likely(inputSchema(endpoint.body.shape), hints), {
      numRuns: 4,
      seed: 1,
    });
    for (const body of sample) {
      const answer = await person.client.call(path, { method: endpoint.method, body });
      if (answer.status < 300) filled += 1;
    }
  }
  return filled;
}

async function openCounters(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    clear: async () => {
      await client.query('delete from limits');
    },
    end: () => client.end(),
  };
}

/** Keeps one person of each domain signed in during a long run. */
function openPeople(testServer: TestServer, people: ReadonlyMap<Domain, TestPerson>) {
  const signedIn = new Map<Domain, { client: TestClient; at: number }>();
  return async (kind: Domain | null): Promise<TestClient> => {
    const person = kind === null ? undefined : people.get(kind);
    if (kind === null || !person) return testServer.stranger();
    const held = signedIn.get(kind);
    if (held && Date.now() - held.at < SIGNED_IN_MS) return held.client;
    const client = await testServer.signIn(kind, person.email);
    signedIn.set(kind, { client, at: Date.now() });
    return client;
  };
}

export async function openFuzzServer(logLevel: string): Promise<FuzzServer> {
  const testServer = await openTestServer({ LOG_LEVEL: logLevel, SMS_INBOUND_KEY: FUZZ_SMS_KEY });
  const [own, other] = [await registeredMerchant(testServer), await registeredMerchant(testServer)];
  const marker = other.person.businessName.split(' ').at(-1) ?? '';
  const open = await openRequest(testServer);
  const filled = await fill(other, await hintsFor(other, other, marker));
  const people = new Map<Domain, TestPerson>([['MERCHANT', own.person]]);
  for (const domain of DOMAINS) {
    if (!people.has(domain)) people.set(domain, await testServer.person(domain));
  }
  const hints = await hintsFor(own, other);
  const byName = {
    ...hints.byName,
    requestId: fc.constantFrom(open.id, own.ids.requestId, other.ids.requestId),
    snapshotHash: fc.constantFrom(open.snapshotHash, 'unknown'),
  };
  const counters = await openCounters(testServer.connectionString);
  let calls = 0;
  return {
    testServer,
    own,
    marker,
    filled,
    hints: { ...hints, byName },
    clientOf: openPeople(testServer, people),
    resetLimits: counters.clear,
    resetLimitsAtTimes: async () => {
      calls += 1;
      if (calls % 15 === 0) await counters.clear();
    },
    close: async () => {
      await counters.end();
      await testServer.close();
    },
  };
}
