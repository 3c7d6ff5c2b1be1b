import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { TestServer, TestPerson } from '#testing/test-server.ts';

/** An access token is valid for five minutes. */
const SIGNED_IN_MS = 180_000;

/** Keeps people signed in during a long run. */
export interface FuzzMerchant {
  keep(domain: Domain, person: TestPerson): TestPerson;
  /** Renews the tokens that expire soon. */
  refresh(): Promise<void>;
}

export function openFuzzMerchant(testServer: TestServer): FuzzMerchant {
  const people: { domain: Domain; person: TestPerson; at: number }[] = [];
  return {
    keep: (domain, person) => {
      people.push({ domain, person, at: performance.now() });
      return person;
    },
    refresh: async () => {
      for (const one of people) {
        if (performance.now() - one.at < SIGNED_IN_MS) continue;
        one.person.client.token = (await testServer.signIn(one.domain, one.person.email)).token;
        one.at = performance.now();
      }
    },
  };
}
