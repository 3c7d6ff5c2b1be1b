import * as z from 'zod/mini';
import { described } from './kit/described.ts';
import { endpoint, signedIn } from './kit/endpoint.ts';

/** A bank as the select shows it. */
export const bankShape = z.object({ id: z.uuid(), name: described('Its name.', z.string()) });
export type Bank = z.infer<typeof bankShape>;

/** A bank as its own staff see it. */
export const bankProfileShape = z.object({
  id: z.uuid(),
  name: described('Its name.', z.string()),
  logoUrl: described(
    'The address of the logo, behind that of the server; null without one.',
    z.nullable(z.string()),
  ),
  organizationId: described('The organization of its staff.', z.uuid()),
});
export type BankProfile = z.infer<typeof bankProfileShape>;

/** The banks a business can name, by name. Served by the banks content service: no token needed. */
export const listBanks = endpoint({
  name: 'listBanks',
  summary: 'List the banks that take direct debits.',
  path: '/api/v1/banks',
  admission: { kind: 'public' },
  answers: z.array(bankShape),
});

export const getBankProfile = endpoint({
  name: 'getBankProfile',
  summary: "Fetch the bank that is the caller's organization.",
  path: '/api/v1/banks/organization-id/{organizationId}',
  admission: signedIn(['BANK'], 'banks.read'),
  answers: bankProfileShape,
});
