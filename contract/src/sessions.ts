import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { DOMAINS } from './kit/domains.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** The kind of device, as far as the user agent of the browser tells. */
export const DEVICE_KINDS = ['PHONE', 'TABLET', 'COMPUTER', 'OTHER'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** A browser that somebody is signed in with. */
export const sessionShape = z.object({
  id: described('Identifies the session; it is not a credential.', z.uuid()),
  device: described('The browser in words, such as `Chrome on Android`.', z.string()),
  kind: described('The kind of the device.', z.enum(DEVICE_KINDS)),
  network: described(
    'The first part of the network address, such as `41.210.145.*`; null where it is not known.',
    z.nullable(z.string()),
  ),
  signedInAt: described('When it was signed in.', z.iso.datetime()),
  lastActiveAt: described('When it was last used, to within five minutes.', z.iso.datetime()),
  current: described('True for the session that the call was made in.', z.boolean()),
});
export type PersonSession = z.infer<typeof sessionShape>;

/** Sessions that are listed at the most; ending all others ends those beyond it too. */
export const SESSIONS_LISTED = 100;

const admission = signedIn(DOMAINS);

/** Where another provider signs people in, sessions are kept and ended there. */
export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'List the browsers that the caller is signed in with, the one in use first.',
  path: '/identity/api/v1/users/currentuser/sessions',
  admission,
  answers: z.object({
    keptBy: described(
      '`PROVIDER`: sessions can only be seen and ended at the identity provider.',
      z.enum(['TEGEKA', 'PROVIDER']),
    ),
    sessions: described(
      'The sessions, the one in use first.',
      z.array(sessionShape).check(z.maxLength(SESSIONS_LISTED)),
    ),
  }),
});

/** An access token that was issued before can still read for a minute at most. */
export const endSession = endpoint({
  name: 'endSession',
  summary: 'Sign out a browser of the caller: its session and its refresh tokens end at once.',
  method: 'DELETE',
  path: '/identity/api/v1/users/currentuser/sessions/{sessionId}',
  admission,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Sign out every browser of the caller but the one that the call is made in.',
  method: 'DELETE',
  path: '/identity/api/v1/users/currentuser/sessions',
  admission,
  answers: z.object({ ended: described('How many sessions were ended.', z.int()) }),
  errors: ['NOT_FOUND'],
});
