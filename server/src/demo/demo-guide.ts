import { PRODUCT_NAME, type Domain } from '@tegeka/contract/kit/domains.ts';
import type { Config } from '#config.ts';
import { originOf } from '#platform/http/origins.ts';

/** The password of every demo account. Production has no demo accounts. */
export const DEMO_PASSWORD = 'kampala-sunrise';

export interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  /** The nine digits after +256. */
  phone: number;
  domain: Domain;
  /** Where they work. */
  place: string;
  about: string;
}

/** The people of the demo. All have the same password. */
export const DEMO_PEOPLE = {
  approved: {
    email: 'amina@nile-traders.example',
    firstName: 'Amina',
    lastName: 'Nakato',
    phone: 772_100_001,
    domain: 'MERCHANT',
    place: 'Nile Traders, business',
    about: 'verified: lands on her dashboard',
  },
  waiting: {
    email: 'brian@kololo-clinic.example',
    firstName: 'Brian',
    lastName: 'Okello',
    phone: 772_100_002,
    domain: 'MERCHANT',
    place: 'Kololo Clinic, business',
    about: 'waits for the review of the business',
  },
  correcting: {
    email: 'carol@jinja-academy.example',
    firstName: 'Carol',
    lastName: 'Achieng',
    phone: 772_100_003,
    domain: 'MERCHANT',
    place: 'Jinja Academy, business',
    about: 'was asked to correct the registration',
  },
  operator: {
    email: 'olivia@operator.example',
    firstName: 'Olivia',
    lastName: 'Mbabazi',
    phone: 772_100_011,
    domain: 'OPERATOR',
    place: 'operator',
    about: 'reviews businesses',
  },
  secondOperator: {
    email: 'peter@operator.example',
    firstName: 'Peter',
    lastName: 'Ssali',
    phone: 772_100_012,
    domain: 'OPERATOR',
    place: 'second operator',
    about: 'for reviews that need two people',
  },
  officer: {
    email: 'ruth@stanbic.example',
    firstName: 'Ruth',
    lastName: 'Auma',
    phone: 772_100_021,
    domain: 'BANK',
    place: 'officer of Stanbic Bank',
    about: 'confirms mandates of her bank',
  },
} as const satisfies Record<string, DemoPerson>;

/** URLs and sign-ins of the demo, for the terminal. */
export function describeDemo({ http }: Config): string {
  const people = Object.values(DEMO_PEOPLE).map(
    ({ email, domain, place, about }) =>
      `    ${originOf(http, domain)}  ${email}  (${place}: ${about})`,
  );
  return `
${PRODUCT_NAME} is ready.

  Start page    ${http.scheme}://${http.baseHost}
  New business  ${originOf(http, 'MERCHANT')}/register/user
  Outbox        ${http.scheme}://${http.baseHost}/outbox  (codes and mails arrive here)

  Sign in with the password ${DEMO_PASSWORD}:
${people.join('\n')}

  Ctrl-C ends everything.
`;
}
