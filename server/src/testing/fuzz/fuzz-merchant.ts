import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { TestServer, TestPerson } from '#testing/test-server.ts';

/** An access token lives five minutes. */
const SIGNED_IN_MS = 180_000;

/** Keeps people signed in for as long as a deep run takes. */
export interface FuzzMerchant {
  keep(domain: Domain, person: TestPerson): TestPerson;
  /** Gives those a new token whose own is getting old. */
  refresh(): Promise<void>;
}

/** A keeper of nobody yet. */
export function openFuzzMerchant(testServer: TestServer): FuzzMerchant {
  const kept: { domain: Domain; person: TestPerson; at: number }[] = [];
  return {
    keep: (domain, person) => {
      kept.push({ domain, person, at: performance.now() });
      return person;
    },
    refresh: async () => {
      for (const one of kept) {
        if (performance.now() - one.at < SIGNED_IN_MS) continue;
        one.person.client.token = (await testServer.signIn(one.domain, one.person.email)).token;
        one.at = performance.now();
      }
    },
  };
}
