import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { MENUS } from '@tegeka/contract/kit/menus.ts';
import { placeOf } from '#features/dashboard/menu-place.ts';

/** Pages for every signed-in person (specification, 2.1), independent of menus. */
const FOR_ALL = [
  '/dashboard',
  '/dashboard/mandates',
  '/dashboard/api-keys',
  '/dashboard/public-keys',
  '/dashboard/api-documentation',
  '/dashboard/billing',
  '/dashboard/profile',
  '/dashboard/profile/sessions',
  '/dashboard/customers',
  '/dashboard/products',
  '/dashboard/analytics',
];

/** True for a page that is open to all or in the domain's menu. */
export function mayVisit(domain: Domain, path: string): boolean {
  const page = path.replace(/\/$/, '');
  if (FOR_ALL.includes(page)) return true;
  return hasDashboard(domain) && placeOf(MENUS[domain], page) !== null;
}
