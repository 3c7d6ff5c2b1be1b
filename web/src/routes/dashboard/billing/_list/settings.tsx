import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PayoutSettingsForm, settingsQuery } from '#features/billing/billing-forms.tsx';
import { cache } from '#platform/call/cache.ts';
import { DetailDrawer, DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { createDrawer } from '#ui/detail/drawer-routes.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const Settings = withRights<{ onClose: () => void }>('billing.write', (props) => {
  const answer = useQuery(settingsQuery(props.rights.merchantId), cache);
  const { data: settings } = answer;
  if (answer.isLoadingError)
    return (
      <DetailDrawer heading="When you are paid" onClose={props.onClose}>
        <LoadFailed what="Your settings" query={answer} />
      </DetailDrawer>
    );
  if (!settings) return <DetailSkeleton onClose={props.onClose} />;
  return <PayoutSettingsForm settings={settings} {...props} />;
});

export const Route = createFileRoute('/dashboard/billing/_list/settings')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'billing.write' },
  component: createDrawer('/dashboard/billing', Settings),
});
