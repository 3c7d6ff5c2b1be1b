import * as z from 'zod/mini';
import { DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';
import { stateMachine } from './kit/state-machine.ts';
import { reasonShape } from './kit/text.ts';

/** A person as the identity provider knows them. Attributes are lists, as providers send them. */
export const userShape = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  attributes: z.object({
    domainName: z.array(z.enum(DOMAINS)),
    organizationId: z.array(z.string()),
    businessName: z.array(z.string()),
    phoneNumber: z.array(z.string()),
  }),
  roles: z.array(z.string()),
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
