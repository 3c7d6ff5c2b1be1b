import { DebitFigures } from '#features/debits/debit-figures.tsx';
import { WithFirstSteps } from '#features/first-steps/first-steps.tsx';
import { mandateList } from '#features/mandates/mandate-list-definition.ts';
import { MandateList } from '#features/mandates/mandate-list.tsx';
import { listRoute, type ListRoute } from '#ui/list/list-route.tsx';
import { ownParams, withRights } from '#routes/dashboard/-merchant-rights.tsx';

/** The mandates of the business. */
export const { loader, component }: ListRoute = listRoute({
  list: mandateList,
  params: ownParams,
  Screen: withRights('mandates.write', ({ rights }) => {
    const { merchantId, mayWrite } = rights;
    const list = <MandateList rights={rights} figures={<DebitFigures merchantId={merchantId} />} />;
    return mayWrite ? <WithFirstSteps merchantId={merchantId}>{list}</WithFirstSteps> : list;
  }),
});
