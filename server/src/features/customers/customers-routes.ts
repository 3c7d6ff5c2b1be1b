import {
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers.ts';
import { createCustomer, updateCustomer as updateRow } from '@tegeka/contract/customer-writing.ts';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { AuditNote } from '#platform/history/audit.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Call, type Route, serve } from '#platform/http/serve.ts';
import { CUSTOMER_FIELDS, readEvents } from './customers-events.ts';
import { openExports } from './customers-export.ts';
import { readCustomers } from './customers-list.ts';
import { CUSTOMER_ENTITY, findCustomer } from './customers-store.ts';
import { addCustomer, setCustomerState, updateCustomer } from './customers-service.ts';
import type { ChangedCustomer } from './customers-service.ts';

function noteOf({ before, after }: ChangedCustomer, reason: string | null): AuditNote {
  const changed = CUSTOMER_FIELDS.filter((field) => before[field] !== after[field]);
  const changes = changed.map((field) => [field, { before: before[field], after: after[field] }]);
  return {
    ...{ entity: CUSTOMER_ENTITY, entityId: after.id, reason },
    changes: Object.fromEntries(changes),
  };
}

function transitionRoute(
  ctx: AppContext,
  row: typeof disableCustomer | typeof enableCustomer,
): Route {
  return serve(row, async (call: Call<typeof disableCustomer | typeof enableCustomer>) => {
    const { tx, params, caller, body } = call;
    const reason = body.reason ?? null;
    const command = { ...params, to: body.status, actorId: caller.userId, reason };
    const moved = await setCustomerState(ctx, tx, command);
    if (moved.before !== moved.after) call.audit(noteOf(moved, reason));
    return moved.after;
  });
}

/** The rows of customers. */
export function customerRoutes(ctx: AppContext): Route[] {
  const exports = openExports(ctx.db);
  return [
    serve(listCustomers, ({ tx, params, query }) => readCustomers(tx, params.merchantId, query)),

    serve(exportCustomers, async ({ caller, params, query, now }) => {
      const { organizationId } = caller;
      exports.expectRoom(organizationId);
      return {
        open: () => exports.open({ organizationId, ...params }, query),
        mediaType: 'text/csv; charset=utf-8',
        name: `customers-${isoDay(now)}.csv`,
      };
    }),

    serve(getCustomer, async ({ tx, params }) => {
      const customer = await findCustomer(tx, params.customerId);
      if (!customer) throw refuse('NOT_FOUND');
      return customer;
    }),

    serve(listCustomerEvents, async ({ tx, params, query }) => {
      if (!(await findCustomer(tx, params.customerId))) throw refuse('NOT_FOUND');
      return readEvents(tx, params.customerId, query);
    }),

    serve(createCustomer, async ({ tx, params, body: input, audit }) => {
      const customer = await addCustomer(ctx, tx, { ...params, input });
      audit({ entity: CUSTOMER_ENTITY, entityId: customer.id });
      return customer;
    }),

    serve(updateRow, async (call) => {
      const { version, ...input } = call.body;
      const changed = await updateCustomer(ctx, call.tx, { ...call.params, input, version });
      if (changed.before !== changed.after) call.audit(noteOf(changed, null));
      return changed.after;
    }),

    transitionRoute(ctx, disableCustomer),
    transitionRoute(ctx, enableCustomer),
  ];
}
