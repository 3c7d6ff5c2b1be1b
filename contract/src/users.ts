import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { stateMachine } from './kit/state-machine.ts';
import { reasonShape } from './kit/text.ts';

/** A person as the identity provider knows them. Attributes are lists, as providers send them. */
export const userShape = z.object({
  id: described('The id of the account.', z.string()),
  firstName: described('First name.', z.string()),
  lastName: described('Last name.', z.string()),
  email: described('An email address.', z.string()),
  attributes: described(
    'What is known of the account; each is a list.',
    z.object({
      domainName: described('The domains of the account.', z.array(z.enum(DOMAINS))),
      organizationId: described(
        'The organization, as `attributes.organizationId` of the current user names it.',
        z.array(z.string()),
      ),
      businessName: described('The name of the business.', z.array(z.string())),
      phoneNumber: described('+256 and nine digits.', z.array(z.string())),
    }),
  ),
  roles: described('Domains and permissions.', z.array(z.string())),
});
export type User = z.infer<typeof userShape>;

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  summary: 'Fetch the signed-in person.',
  path: '/identity/api/v1/users/currentuser',
  // An app reads here whether it admits the person.
  admission: { kind: 'signed-in', domains: DOMAINS, anyApp: true },
  answers: userShape,
});

/** The states of an account. A disabled one can not sign in, and its sessions are ended. */
export const USER = stateMachine({
  entity: 'account',
  states: ['ENABLED', 'DISABLED'],
  transitions: { ENABLED: ['DISABLED'], DISABLED: ['ENABLED'] },
});

const switched = {
  method: 'PATCH',
  admission: signedIn(['OPERATOR'], 'users.write'),
  takes: reasonShape,
  errors: ['ACCOUNT_IS_YOURS', 'ACCOUNT_MOVED_ON'],
} as const;

export const disableUser = endpoint({
  ...switched,
  name: 'disableUser',
  summary: 'Disable an account: it is signed out everywhere and can not sign in.',
  path: '/api/v1/operator/users/{userId}/disable',
});

export const enableUser = endpoint({
  ...switched,
  name: 'enableUser',
  summary: 'Enable a disabled account: its owner can sign in again.',
  path: '/api/v1/operator/users/{userId}/enable',
});
