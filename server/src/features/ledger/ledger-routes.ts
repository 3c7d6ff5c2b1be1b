import { daysOfMonth } from '@tegeka/contract/kit/day.ts';
import {
  createAdjustment,
  getLedger,
  listRevenueMerchants,
  listRevenueMonths,
} from '@tegeka/contract/ledger.ts';
import { makerOf } from '#features/approvals/approvals-service.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { requestAdjustment } from './ledger-adjustments.ts';
import { readAccounts, readRevenueMerchants, readRevenueMonths } from './ledger-flows-store.ts';
import { readChecks, readStatements } from './ledger-statements-store.ts';

/** Statements that are shown: those of a month. */
const STATEMENTS = 31;

/** Merchants of a month that are listed. */
const MERCHANTS = 500;

export function ledgerRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(getLedger, async ({ tx }) => ({
      accounts: await readAccounts(tx),
      ...(await readChecks(tx)),
      statements: await readStatements(tx, STATEMENTS),
    })),

    serveAsPlatform(listRevenueMonths, async ({ tx }) => ({
      content: await readRevenueMonths(tx),
    })),

    serveAsPlatform(listRevenueMerchants, async ({ tx, params }) => ({
      content: await readRevenueMerchants(tx, { ...daysOfMonth(params.month), max: MERCHANTS }),
    })),

    serveAsPlatform(createAdjustment, async ({ tx, body, caller, audit }) => {
      const requestId = await requestAdjustment(ctx, tx, body, makerOf(caller));
      audit({ entity: 'adjustment', entityId: requestId, reason: body.reason });
      return { requestId };
    }),
  ];
}
