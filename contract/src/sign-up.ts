import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint } from './kit/endpoint.ts';
import { anyPhoneText, mobileShape, mobileText } from './kit/phone-shapes.ts';
import { emailShape, line, nameText, PASSWORD_MAX, typed } from './kit/text.ts';

export const CODE_LENGTH = 5;

export const TOKEN_TYPES = ['OTP', 'PASSWORD_RESET'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

const identifierShape = described(
  'The email, or the phone as +256 and nine digits.',
  z.union([emailShape, mobileText]),
);

/** By network address, which many people share. */
const existsLimit = { max: 60, per: 'address', windowSeconds: 3600 } as const;
const existsShape = z.object({ exists: described('True where an account has it.', z.boolean()) });

export const emailExists = endpoint({
  name: 'emailExists',
  summary: 'Tell whether an account has this email.',
  path: '/identity/api/v1/users/email-exists',
  admission: { kind: 'public' },
  limit: existsLimit,
  query: z.object({ email: emailShape }),
  answers: existsShape,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const phoneExists = endpoint({
  name: 'phoneExists',
  summary: 'Tell whether an account has this phone number, given with a leading 0.',
  path: '/identity/api/v1/users/phone-exists',
  admission: { kind: 'public' },
  limit: existsLimit,
  query: z.object({ phoneNumber: described('A phone number with a leading 0.', anyPhoneText) }),
  answers: existsShape,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** The answer is the same whether or not an account exists: when the next code may be asked for. */
export const sendCode = endpoint({
  name: 'sendCode',
  summary: 'Send a verification code by email or SMS.',
  method: 'POST',
  path: '/identity/api/v1/auth/public/sec-token',
  admission: { kind: 'public' },
  takes: z.object({
    identifier: identifierShape,
    tokenType: described('What the code is for.', z.enum(TOKEN_TYPES)),
  }),
  answers: z.object({
    message: described('What became of it.', z.literal('sent')),
    retryAfterSeconds: described('A new code can be asked for after so many seconds.', z.int()),
  }),
  errors: ['NOT_FOUND', 'CODE_TOO_SOON', 'CODE_TOO_MANY'],
});

/** What became of a code. Everything but `valid` is shown as the same sentence. */
export const CODE_RESULTS = ['valid', 'invalid', 'expired', 'used', 'too-many-tries'] as const;
export type CodeResult = (typeof CODE_RESULTS)[number];

/** On `valid` the answer sets a signed cookie that proves the verification for 30 minutes. */
export const verifyCode = endpoint({
  name: 'verifyCode',
  summary: 'Check a verification code.',
  method: 'POST',
  path: '/identity/api/v1/auth/public/sec-token/verify',
  admission: { kind: 'public' },
  takes: z.object({
    token: described('The verification code.', z.string().check(typed(), z.regex(/^\d{5}$/))),
    identifier: identifierShape,
    tokenType: described('What the code is for.', z.enum(TOKEN_TYPES)),
  }),
  answers: z.object({ message: described('What became of it.', z.enum(CODE_RESULTS)) }),
  errors: ['NOT_FOUND'],
});

export const representativeShape = z.object({
  firstName: described('First name.', nameText(60)),
  lastName: described('Last name.', nameText(60)),
  businessName: described('The name of the business.', line(2, 120)),
  password: described('The password.', z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
  email: emailShape,
  phoneNumber: described('A mobile number in parts.', mobileShape),
  isAdmin: described('Always true.', z.literal(true)),
  domainName: described('The domains of the account.', z.literal('MERCHANT')),
});
export type Representative = z.infer<typeof representativeShape>;

export const createRepresentative = endpoint({
  name: 'createRepresentative',
  summary: 'Create the account of a merchant representative and their organization.',
  method: 'POST',
  path: '/identity/api/v1/users/merchant-rep-account',
  admission: { kind: 'public' },
  takes: representativeShape,
  answers: z.object({
    id: z.uuid(),
    organizationId: described(
      'The organization, as `attributes.organizationId` of the current user names it.',
      z.uuid(),
    ),
  }),
  status: 201,
  errors: ['NOT_FOUND', 'NOT_VERIFIED', 'EMAIL_TAKEN', 'PHONE_TAKEN', 'PASSWORD_WEAK'],
});

/** For a page that was reloaded: whose password this browser may set, by its verification cookie. */
export const getPasswordReset = endpoint({
  name: 'getPasswordReset',
  summary: 'Tell for which email this browser has verified a password reset.',
  path: '/identity/api/v1/users/reset-password',
  admission: { kind: 'public' },
  answers: z.object({
    identifier: described(
      'The email, or the phone as +256 and nine digits; null where none was verified.',
      z.nullable(z.string()),
    ),
  }),
  errors: ['NOT_FOUND'],
});

/** Ends every session of the account. `token` is that of a link; without it a verified code counts. */
export const resetPassword = endpoint({
  name: 'resetPassword',
  summary:
    'Set a new password, with the token of a link or the code that this browser has verified.',
  method: 'POST',
  path: '/identity/api/v1/users/reset-password',
  admission: { kind: 'public' },
  takes: z.object({
    password: described(
      'The password.',
      z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
    ),
    token: described(
      'The token of the link; without it the verified code counts.',
      z.optional(z.string().check(z.maxLength(100))),
    ),
  }),
  errors: ['NOT_FOUND', 'NOT_VERIFIED', 'RESET_LINK_INVALID', 'PASSWORD_WEAK'],
});
