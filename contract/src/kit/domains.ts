/** The domain of a signed-in person. Each has an app on its own host name, except ACH, which has none. */
export const DOMAINS = ['OPERATOR', 'ACH', 'BANK', 'MERCHANT', 'CONSUMER'] as const;
export type Domain = (typeof DOMAINS)[number];

/** The product's name, shown in titles and sent in messages. */
export const PRODUCT_NAME = 'Tegeka';

/** The name and mark an operator sees as their organization (specification, 4.1.3). */
export const OPERATOR_ORGANIZATION_NAME = 'Tegeka Operations';

export type Accent = 'teal' | 'blue' | 'violet';

const ACCENTS: Partial<Record<Domain, Accent>> = {
  MERCHANT: 'teal',
  BANK: 'blue',
  CONSUMER: 'violet',
};

/** The accent colour of a domain; light teal where none is set. */
export function accentOf(domain: Domain): { color: Accent; light: boolean } {
  const color = ACCENTS[domain];
  return color ? { color, light: false } : { color: 'teal', light: true };
}

/** Domains that have a dashboard; the others are refused at sign-in. */
export const DASHBOARD_DOMAINS = ['OPERATOR', 'BANK', 'MERCHANT'] as const satisfies Domain[];
export type DashboardDomain = (typeof DASHBOARD_DOMAINS)[number];

export function hasDashboard(domain: Domain): domain is DashboardDomain {
  return DASHBOARD_DOMAINS.some((known) => known === domain);
}
