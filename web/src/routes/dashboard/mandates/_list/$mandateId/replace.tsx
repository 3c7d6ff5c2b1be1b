import { createFileRoute } from '@tanstack/react-router';
import { mandateQuery } from '#features/mandates/mandate-detail.tsx';
import { MandateReplace, nextStepText } from '#features/mandates/mandate-form.tsx';
import { LOADED_ONCE } from '#platform/router/route-data.ts';
import { ownMerchantId } from '#platform/session/guard.ts';
import { editRoute, type DrawerRoute } from '#ui/detail/drawer-routes.tsx';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { withRights } from '#routes/dashboard/-merchant-rights.tsx';

const drawer: DrawerRoute<'mandateId'> = editRoute({
  back: '/dashboard/mandates/$mandateId',
  query: ({ mandateId }: { mandateId: string }) => mandateQuery(ownMerchantId(), mandateId),
  Edit: withRights('mandates.write', ({ entity, ...props }) => {
    const navigate = Route.useNavigate();
    return (
      <MandateReplace
        mandate={entity}
        {...props}
        onDone={(mandate) => {
          const next =
            mandate.state === 'PENDING_APPROVAL'
              ? "The payer's bank confirms it next."
              : nextStepText(mandate);
          const message = `${next} ${mandate.reference} continues until it is active.`;
          flashMessage({ place: mandate.id, message });
          const to = '/dashboard/mandates/$mandateId';
          void navigate({ to, params: { mandateId: mandate.id }, search: true, replace: true });
        }}
      />
    );
  }),
});
const { loader, pendingComponent, component } = drawer;

export const Route = createFileRoute('/dashboard/mandates/_list/$mandateId/replace')({
  staticData: { overlay: true, domains: ['MERCHANT'], permission: 'mandates.write' },
  ...LOADED_ONCE,
  loader,
  pendingComponent,
  component,
});
