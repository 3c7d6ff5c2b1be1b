import {
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from '@tegeka/contract/customers.ts';
import { createCustomer, updateCustomer as updateRow } from '@tegeka/contract/customer-writing.ts';
import { isoDay } from '@tegeka/contract/day.ts';
import type { AuditNote } from '#platform/audit.ts';
import type { Frame } from '#platform/frame.ts';
import { refuse } from '#platform/refusal.ts';
import { type Call, type Route, serve } from '#platform/serve.ts';
import { CUSTOMER_FIELDS, readEvents } from './customers-events.ts';
import { openExports } from './customers-export.ts';
import { readCustomers } from './customers-list.ts';
import { CUSTOMER_ENTITY, findCustomer } from './customers-store.ts';
import {
  addCustomer,
  expectMerchant,
  setCustomerState,
  updateCustomer,
} from './customers-verbs.ts';
import type { ChangedCustomer } from './customers-verbs.ts';

function noteOf({ before, after }: ChangedCustomer, reason: string | null): AuditNote {
  const changed = CUSTOMER_FIELDS.filter((field) => before[field] !== after[field]);
  const changes = changed.map((field) => [field, { before: before[field], after: after[field] }]);
  return {
    ...{ entity: CUSTOMER_ENTITY, entityId: after.id, reason },
    changes: Object.fromEntries(changes),
  };
}

function moveRoute(frame: Frame, row: typeof disableCustomer | typeof enableCustomer): Route {
  return serve(row, async (call: Call<typeof disableCustomer | typeof enableCustomer>) => {
    const { tx, params, caller, body } = call;
    const reason = body.reason ?? null;
    const wish = { ...params, to: body.status, actorId: caller.userId, reason };
    const moved = await setCustomerState(frame, tx, wish);
    if (moved.before !== moved.after) call.audit(noteOf(moved, reason));
    return moved.after;
  });
}

/** The rows of customers. */
export function customerRoutes(frame: Frame): Route[] {
  const exports = openExports(frame.db);
  return [
    serve(listCustomers, ({ tx, params, query }) => readCustomers(tx, params.merchantId, query)),

    serve(exportCustomers, async ({ tx, params, query, now, audit }) => {
      const organizationId = await expectMerchant(tx, params.merchantId);
      exports.expectRoom(organizationId);
      // The whole book leaves the house: that is on record.
      audit({ entity: 'merchant', entityId: params.merchantId });
      return {
        open: () => exports.open({ organizationId, ...params }, query),
        mediaType: 'text/csv; charset=utf-8',
        name: `customers-${isoDay(now)}.csv`,
      };
    }),

    serve(getCustomer, async ({ tx, params }) => {
      await expectMerchant(tx, params.merchantId);
      const customer = await findCustomer(tx, params.customerId);
      if (!customer) throw refuse('NOT_FOUND');
      return customer;
    }),

    serve(listCustomerEvents, async ({ tx, params, query }) => {
      await expectMerchant(tx, params.merchantId);
      if (!(await findCustomer(tx, params.customerId))) throw refuse('NOT_FOUND');
      return readEvents(tx, params.customerId, query);
    }),

    serve(createCustomer, async ({ tx, params, body: input, audit }) => {
      const customer = await addCustomer(frame, tx, { ...params, input });
      audit({ entity: CUSTOMER_ENTITY, entityId: customer.id });
      return customer;
    }),

    serve(updateRow, async (call) => {
      const { version, ...input } = call.body;
      const changed = await updateCustomer(frame, call.tx, { ...call.params, input, version });
      if (changed.before !== changed.after) call.audit(noteOf(changed, null));
      return changed.after;
    }),

    moveRoute(frame, disableCustomer),
    moveRoute(frame, enableCustomer),
  ];
}
