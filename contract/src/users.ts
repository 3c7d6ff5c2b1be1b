import * as z from 'zod/mini';
import { DOMAINS } from './kit/domains.ts';
import { endpoint } from './kit/endpoint.ts';

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
  method: 'GET',
  path: '/identity/api/v1/users/currentuser',
  admission: { kind: 'signed-in', domains: DOMAINS },
  body: { kind: 'none' },
  output: { kind: 'json', status: 200, shape: userShape },
  errors: [],
});
