import { type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import { MENUS } from '@tegeka/contract/kit/menus.ts';
import { placeOf } from '#features/dashboard/menu-place.ts';

/** Open to everybody who is signed in (specification, 2.1), whatever their menu shows. */
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

/** True for a page that the route table opens to all, or that the domain's own menu leads to. */
export function mayVisit(domain: Domain, path: string): boolean {
  const page = path.replace(/\/$/, '');
  if (FOR_ALL.includes(page)) return true;
  return hasDashboard(domain) && placeOf(MENUS[domain], page) !== null;
}
