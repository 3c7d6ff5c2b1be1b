import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { debitTimers, rollPending } from './debits-timers.ts';
import { DEBIT_SEARCH } from './debits-list.ts';
import { pollNotices } from './notices/debits-notice-results.ts';
import { noticesDue } from './notices/debits-notices.ts';
import { keepBackNotices, withdrawalsDue } from './notices/debits-withdrawals.ts';
import { reviewChanged } from './obstacles/debits-obstacles.ts';
import { debitRoutes, type PayoutsOf } from './debits-routes.ts';
import { dueDebitCreation } from './due-debits.ts';
import { debitsImport } from './imports/debits-import.ts';
import { DEBIT_MESSAGES } from './notices/debits-templates.ts';

/** What is debited from payers, which the API calls transactions. */
export const debitsFeature = (payoutsOf: PayoutsOf) =>
  feature({
    name: 'debits',
    routes: (ctx: AppContext) => debitRoutes(ctx, payoutsOf),
    search: [DEBIT_SEARCH],
    on: {
      'calendar.changed': rollPending,
      'merchant.suspended': reviewChanged,
      'merchant.reinstated': reviewChanged,
      'customer.state-changed': reviewChanged,
      'mandate.replaced': reviewChanged,
      'bank.changed': reviewChanged,
    },
    due: [debitTimers, dueDebitCreation, noticesDue, withdrawalsDue],
    poll: (ctx) => async () => {
      await pollNotices(ctx);
      await keepBackNotices(ctx);
    },
    messages: DEBIT_MESSAGES,
    imports: [debitsImport],
  });
