import { type DashboardDomain, type Domain, hasDashboard } from '@tegeka/contract/kit/domains.ts';
import type { User } from '@tegeka/contract/users.ts';

/** A person who may enter, with the data that the domain's start needs. */
export interface Admitted {
  domain: DashboardDomain;
  organizationId: string;
}

/**
 * Admits a person whose domains include this one, who has an organization, and whose domain has a
 * dashboard (not CONSUMER, not ACH). Null for anybody else.
 */
export function admit(user: User, domain: Domain): Admitted | null {
  const organizationId = user.attributes.organizationId[0];
  if (!user.attributes.domainName.includes(domain)) return null;
  if (!organizationId || !hasDashboard(domain)) return null;
  return { domain, organizationId };
}
