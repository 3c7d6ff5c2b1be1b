import type { Permission } from '@tegeka/contract/kit/permissions.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import type { SectionName } from '#features/dashboard/dashboard-sections.ts';
import { config } from '#platform/config/config.ts';
import { currentMerchantId } from '#platform/session/guard.ts';
import { may, useMay } from '#platform/session/session.ts';
import type { ListRoute } from '#ui/list/list-route.tsx';

// Needed only without the permission to read the list.
const DashboardSection = lazy(async () => ({
  default: (await import('#features/dashboard/dashboard-section.tsx')).DashboardSection,
}));

interface SectionRoute {
  name: SectionName;
  /** The permission to read the list. Without it everybody sees the section (specification, 2.1). */
  read: Permission;
  /** Loads the list of the domain, so that each app loads only the code of its own list. */
  load: () => Promise<ListRoute>;
}

/** The options of a section that each domain has its own list in. */
export function sectionRoute({ name, read, load }: SectionRoute): ListRoute {
  const List = lazy(async () => ({ default: (await load()).component }));
  return {
    loader: async (context) => {
      if (may(read)) await (await load()).loader(context);
    },
    component: function Section(): ReactNode {
      const isListed = config().domain !== 'MERCHANT' || currentMerchantId() !== null;
      const mayRead = useMay(read);
      return (
        <Suspense>{mayRead && isListed ? <List /> : <DashboardSection name={name} />}</Suspense>
      );
    },
  };
}
