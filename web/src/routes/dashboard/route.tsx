import { createFileRoute } from '@tanstack/react-router';
import { mayVisit } from '#features/dashboard/menu-place.ts';
import { config } from '#platform/config/config.ts';
import { lookUpMerchant, requireAccess, requireSession } from '#platform/session/guard.ts';
import { redirectTo } from '#platform/router/route-data.ts';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ location, matches }) => {
    // First: a path that is no page of the domain is one for nobody.
    if (!mayVisit(config().domain, location.pathname)) redirectTo('/auth/404');
    requireSession();
    await lookUpMerchant();
    requireAccess(matches);
  },
});
