import { createFileRoute } from '@tanstack/react-router';
import {
  LostDebits,
  MandateDebits,
  ViewedLostDebits,
  ViewedMandateDebits,
} from '#features/debits/debit-related.tsx';
import { MandateDetail, mandateQuery } from '#features/mandates/mandate-detail.tsx';
import { MandateViewDetail, viewQuery } from '#features/mandates/mandate-view-detail.tsx';
import { config } from '#platform/config/config.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { detailRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const Debits = withRights<{ mandateId: string; refusal: string | null }>(
  'transactions.write',
  MandateDebits,
);

const back = '/dashboard/mandates';
const drawer: DrawerRoute<'mandateId'> =
  config().domain === 'MERCHANT'
    ? detailRoute({
        back,
        query: ({ mandateId }: { mandateId: string }) => mandateQuery(ownMerchantId(), mandateId),
        Detail: withRights('mandates.write', ({ entity, rights }) => {
          const { id: mandateId, state } = entity;
          const refusal =
            state === 'ACTIVE' ? null : 'You can collect only while the mandate is active.';
          return (
            <MandateDetail
              mandate={entity}
              rights={rights}
              lost={<LostDebits merchantId={rights.merchantId} mandateId={mandateId} />}
              related={<Debits mandateId={mandateId} refusal={refusal} />}
            />
          );
        }),
      })
    : detailRoute({
        back,
        query: ({ mandateId }: { mandateId: string }) => viewQuery(mandateId),
        Detail: ({ entity }) => (
          <MandateViewDetail
            mandate={entity}
            lost={<ViewedLostDebits mandateId={entity.id} />}
            related={<ViewedMandateDebits mandateId={entity.id} />}
          />
        ),
      });
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/_list/$mandateId/')({
  staticData: {
    overlay: true,
    domains: ['MERCHANT', 'OPERATOR', 'BANK'],
    permission: 'mandates.read',
  },
  loader,
  pendingComponent,
  component,
});
