import { requireMerchant, requireSession } from '#platform/session/guard.ts';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { MandateDetail, mandateQuery } from '#features/mandates/mandate-detail.tsx';
import { MandateViewDetail, viewQuery } from '#features/mandates/mandate-view-detail.tsx';
import {
  LostDebits,
  MandateDebits,
  ViewedLostDebits,
  ViewedMandateDebits,
} from '#features/debits/debit-related.tsx';
import { cache } from '#platform/call/cache.ts';
import { config } from '#platform/config/config.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { foundOr404 } from '#platform/router/route-data.ts';
import { DetailSkeleton } from '#ui/detail/detail-drawer.tsx';
import { useMerchantRights } from '#routes/dashboard/-merchant-rights.ts';

const isMerchant = () => config().domain === 'MERCHANT';

function OwnMandate({ rights }: { rights: MerchantRights }) {
  const { mandateId } = Route.useParams();
  const { data: mandate } = useQuery(mandateQuery(rights.merchantId, mandateId), cache);
  const collectRights = useMerchantRights('transactions.write');
  if (!mandate || !collectRights) return null;
  const { state } = mandate;
  return (
    <MandateDetail
      key={mandate.id}
      mandate={mandate}
      rights={rights}
      lost={<LostDebits merchantId={rights.merchantId} mandateId={mandate.id} />}
      related={
        <MandateDebits
          mandateId={mandate.id}
          refusal={state === 'ACTIVE' ? null : 'You can collect only while the mandate is active.'}
          rights={collectRights}
        />
      }
    />
  );
}

function MandateView() {
  const { mandateId } = Route.useParams();
  const { data: mandate } = useQuery(viewQuery(mandateId), cache);
  return (
    mandate && (
      <MandateViewDetail
        key={mandate.id}
        mandate={mandate}
        lost={<ViewedLostDebits mandateId={mandateId} />}
        related={<ViewedMandateDebits mandateId={mandateId} />}
      />
    )
  );
}

function OneMandate() {
  const rights = useMerchantRights('mandates.write');
  if (!isMerchant()) return <MandateView />;
  return rights && <OwnMandate rights={rights} />;
}

export const Route = createFileRoute('/dashboard/mandates/_list/$mandateId/')({
  staticData: { overlay: true },
  loader: async ({ params: { mandateId } }) => {
    if (isMerchant()) {
      const merchantId = requireMerchant(['mandates.read']);
      await foundOr404(cache.fetchQuery(mandateQuery(merchantId, mandateId)));
    } else {
      requireSession(['mandates.read']);
      await foundOr404(cache.fetchQuery(viewQuery(mandateId)));
    }
  },
  pendingComponent: () => <DetailSkeleton list="/dashboard/mandates" />,
  component: OneMandate,
});
