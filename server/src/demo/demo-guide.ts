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
    about: 'owner of Nile Traders, verified: lands on her dashboard',
  },
  waiting: {
    email: 'brian@kololo-clinic.example',
    firstName: 'Brian',
    lastName: 'Okello',
    phone: 772_100_002,
    domain: 'MERCHANT',
    about: 'of Kololo Clinic, which waits for its review',
  },
  correcting: {
    email: 'carol@jinja-academy.example',
    firstName: 'Carol',
    lastName: 'Achieng',
    phone: 772_100_003,
    domain: 'MERCHANT',
    about: 'of Jinja Academy, which was asked to correct its registration',
  },
  operator: {
    email: 'olivia@operator.example',
    firstName: 'Olivia',
    lastName: 'Mbabazi',
    phone: 772_100_011,
    domain: 'OPERATOR',
    about: 'operator, reviews businesses',
  },
  secondOperator: {
    email: 'peter@operator.example',
    firstName: 'Peter',
    lastName: 'Ssali',
    phone: 772_100_012,
    domain: 'OPERATOR',
    about: 'a second operator, for reviews that need two people',
  },
  officer: {
    email: 'ruth@stanbic.example',
    firstName: 'Ruth',
    lastName: 'Auma',
    phone: 772_100_021,
    domain: 'BANK',
    about: 'officer of Stanbic Bank',
  },
} as const satisfies Record<string, DemoPerson>;

/** URLs and sign-ins of the demo, for the terminal. */
export function describeDemo({ http }: Config): string {
  const people = Object.values(DEMO_PEOPLE).map(
    ({ email, domain, about }) => `    ${originOf(http, domain)}  ${email}  (${about})`,
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
