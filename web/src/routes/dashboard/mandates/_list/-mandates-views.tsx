import { MandateViewList, mandateViews } from '#features/mandates/mandate-view-list.tsx';
import { listRoute, type ListRoute, noParams } from '#ui/list/list-route.tsx';

/** The mandates of the operator view and the bank view. */
export const { loader, component }: ListRoute = listRoute({
  list: mandateViews(),
  params: noParams,
  Screen: MandateViewList,
});
