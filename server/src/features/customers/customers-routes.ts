import {
  CUSTOMER,
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers/customers.ts';
import { createCustomer, updateCustomer } from '@tegeka/contract/customers/customer-commands.ts';
import { originIn } from '#features/imports/imports-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { readHistory } from '#platform/history/history-read.ts';
import { readPage } from '#platform/lists/list-page.ts';
import { type Call, type Route, serve } from '#platform/http/serve.ts';
import { actorOf } from '#platform/state/transition.ts';
import * as service from './customers-service.ts';
import { CUSTOMER_EXPORT, CUSTOMER_LIST, readCustomer } from './customers-store.ts';

const { entity } = CUSTOMER;

const HISTORY = {
  machine: CUSTOMER,
  actions: { createCustomer: 'CREATED', updateCustomer: 'CHANGED' },
  origin: { kind: 'IMPORTED', rows: originIn('customers') },
} as const;

export function customerRoutes(ctx: AppContext): Route[] {
  const setState = async (call: Call<typeof disableCustomer | typeof enableCustomer>) => {
    const { customerId: id } = call.params;
    const { status: to, reason = null } = call.body;
    call.audit({ entity, entityId: id, reason });
    const actor = actorOf(call.caller);
    const { organizationId } = call.caller;
    const command = { id, organizationId, to, actor, reason, at: call.now };
    return service.setCustomerState(ctx, call.tx, command);
  };
  return [
    serve(listCustomers, ({ tx, query }) => readPage(tx, CUSTOMER_LIST, query)),

    serve(exportCustomers, async (call) =>
      ctx.exports.csv(call, { source: CUSTOMER_LIST, columns: CUSTOMER_EXPORT, name: 'customers' }),
    ),

    serve(getCustomer, ({ tx, params }) => readCustomer(tx, params.customerId)),

    serve(listCustomerEvents, async (call) => {
      const { id } = await readCustomer(call.tx, call.params.customerId);
      return readHistory(call, HISTORY, { id, organization_id: call.caller.organizationId });
    }),

    serve(createCustomer, async ({ tx, caller, body: input, now: at, audit }) => {
      const { organizationId } = caller;
      const id = ctx.ids.uuid(at);
      const customer = await service.insertCustomer(tx, { id, organizationId, input, at });
      audit({ entity, entityId: customer.id });
      return customer;
    }),

    serve(updateCustomer, (call) => service.updateCustomer(ctx, call)),

    serve(disableCustomer, setState),
    serve(enableCustomer, setState),
  ];
}
