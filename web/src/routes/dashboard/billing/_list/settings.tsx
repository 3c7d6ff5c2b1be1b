import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PayoutSettingsForm, settingsQuery } from '#features/billing/billing-forms.tsx';
import { cache } from '#platform/call/cache.ts';
import { requireMerchant } from '#platform/session/guard.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { DetailDrawer, DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useBackTo } from '#ui/detail/drawer.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

function Form({ rights }: { rights: MerchantRights }) {
  const close = useBackTo('/dashboard/billing');
  const answer = useQuery(settingsQuery(rights.merchantId), cache);
  const { data: settings } = answer;
  if (answer.isLoadingError)
    return (
      <DetailDrawer heading="When you are paid" onClose={close}>
        <LoadFailed what="Your settings" query={answer} />
      </DetailDrawer>
    );
  if (!settings) return <DetailSkeleton onClose={close} />;
  return <PayoutSettingsForm settings={settings} rights={rights} onClose={close} />;
}

function Settings() {
  const rights = useMerchantRights('billing.write');
  return rights && <Form rights={rights} />;
}

export const Route = createFileRoute('/dashboard/billing/_list/settings')({
  staticData: { overlay: true },
  beforeLoad: () => void requireMerchant(['billing.write']),
  onEnter: () => flashMessage(null),
  component: Settings,
});
