/** What a business does (specification, section 3). */
export const INDUSTRIES = [
  'Agriculture',
  'Manufacturing',
  'Construction',
  'Retail',
  'Wholesale',
  'Transportation and Logistics',
  'Accommodation and Food Services',
  'Information Technology',
  'Professional, Scientific, and Technical Services',
  'Financial and Insurance Services',
  'Arts, Entertainment, and Recreation',
  'Education and Training',
  'Healthcare and Social Assistance',
  'Public Administration',
  'Other Services',
] as const;

export const COUNTRIES = { Uganda: 'UG', Kenya: 'KE', Nigeria: 'NG' } as const;
type Country = keyof typeof COUNTRIES;
export const COUNTRY_NAMES = ['Uganda', 'Kenya', 'Nigeria'] as const satisfies Country[];

export const ACCOUNT_TYPES = ['CURRENT', 'SAVINGS'] as const;

/** The code of a country; UG until one is chosen (specification, section 3). */
export function countryCodeOf(country: string): string {
  const found = Object.entries(COUNTRIES).find(([name]) => name === country);
  return found?.[1] ?? 'UG';
}
