import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import type { User } from '@tegeka/contract/users.ts';
import { admit } from './sign-in-flow.ts';

const user = (domainName: Domain[], organizationId: string[]): User => ({
  id: '1',
  firstName: 'A',
  lastName: 'B',
  email: 'a@b.ug',
  attributes: { domainName, organizationId, businessName: [], phoneNumber: [] },
  roles: [],
});

test('a person of the domain with an organization is admitted', () => {
  assert.deepEqual(admit(user(['BANK', 'MERCHANT'], ['org']), 'MERCHANT'), {
    domain: 'MERCHANT',
    organizationId: 'org',
  });
});

test('another domain, no organization, CONSUMER and ACH are not', () => {
  assert.equal(admit(user(['BANK'], ['org']), 'MERCHANT'), null);
  assert.equal(admit(user(['MERCHANT'], []), 'MERCHANT'), null);
  assert.equal(admit(user(['CONSUMER'], ['org']), 'CONSUMER'), null);
  assert.equal(admit(user(['ACH'], ['org']), 'ACH'), null);
});
