import {
  CUSTOMER,
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers/customers.ts';
import {
  createCustomer,
  updateCustomer as updateEndpoint,
} from '@tegeka/contract/customers/customer-writing.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { type Call, type Route, serve } from '#platform/http/serve.ts';
import { actorOf } from '#platform/state/transition.ts';
import { noteOf, readEvents } from './customers-events.ts';
import { CUSTOMER_EXPORT, CUSTOMER_LIST } from './customers-list.ts';
import { readCustomer } from './customers-store.ts';
import { addCustomer, setCustomerState, updateCustomer } from './customers-service.ts';

function stateRoute(
  ctx: AppContext,
  endpoint: typeof disableCustomer | typeof enableCustomer,
): Route {
  return serve(endpoint, async (call: Call<typeof disableCustomer | typeof enableCustomer>) => {
    const { tx, params, caller, body } = call;
    const reason = body.reason ?? null;
    const { customerId } = params;
    const command = { customerId, to: body.status, actor: actorOf(caller), reason };
    const changed = await setCustomerState(ctx, tx, command);
    if (changed.before !== changed.after) call.audit(noteOf(changed, reason));
    return changed.after;
  });
}

/** The endpoints of customers. */
export function customerRoutes(ctx: AppContext): Route[] {
  return [
    serve(listCustomers, ({ tx, query }) => readPage(tx, CUSTOMER_LIST, query)),

    serve(exportCustomers, async ({ query, caller, now }) => {
      return ctx.exports.csv(caller, {
        source: CUSTOMER_LIST,
        columns: CUSTOMER_EXPORT,
        query,
        name: `customers-${isoDay(now)}.csv`,
      });
    }),

    serve(getCustomer, ({ tx, params }) => readCustomer(tx, params.customerId)),

    serve(listCustomerEvents, async ({ tx, params, query }) => {
      await readCustomer(tx, params.customerId);
      return readEvents(tx, params.customerId, query);
    }),

    serve(createCustomer, async ({ tx, caller, body: input, audit }) => {
      const { organizationId } = caller;
      const customer = await addCustomer(ctx, tx, { organizationId, input });
      audit({ entity: CUSTOMER.entity, entityId: customer.id });
      return customer;
    }),

    serve(updateEndpoint, async (call) => {
      const { version, ...input } = call.body;
      const changed = await updateCustomer(ctx, call.tx, { ...call.params, input, version });
      if (changed.before !== changed.after) call.audit(noteOf(changed, null));
      return changed.after;
    }),

    stateRoute(ctx, disableCustomer),
    stateRoute(ctx, enableCustomer),
  ];
}
