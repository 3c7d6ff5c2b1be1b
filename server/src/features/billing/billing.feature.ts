import { exportStatement, getStatement, listBillingMonths } from '@tegeka/contract/billing.ts';
import { daysOfMonth } from '@tegeka/contract/kit/day.ts';
import { listRevenueBanks } from '@tegeka/contract/ledger.ts';
import { readSettledBanks } from '#features/debits/debits-settled.ts';
import { readRepaymentReference } from '#features/merchants/merchants-references.ts';
import { getMerchant } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import { pdfAnswer } from '#platform/documents/pdf-document.ts';
import { feature } from '#platform/feature.ts';
import { type Route, serveAsPlatform } from '#platform/http/serve.ts';
import { monthOf, monthsOf, statementBlocks, statementCsv } from './billing-statements.ts';

// Charges and duty are in accounts of the platform, so these calls use its role. The scope of each call has
// checked that the merchant is the caller's own, and the queries name its organization.
function billingRoutes(ctx: AppContext): Route[] {
  return [
    serveAsPlatform(listBillingMonths, async ({ tx, caller }) => ({
      content: await monthsOf(tx, caller.organizationId),
    })),

    serveAsPlatform(getStatement, async ({ tx, params: { merchantId, month }, caller, now }) => {
      const { businessName: merchantName } = (await getMerchant(tx, merchantId)).submission;
      return pdfAnswer({
        title: `Statement ${month}, ${merchantName}`,
        fileName: `statement-${month}.pdf`,
        blocks: statementBlocks(await monthOf(tx, caller.organizationId, month), {
          merchantName,
          repayment: {
            reference: await readRepaymentReference(tx, caller.organizationId),
            account: ctx.config.clearing.settlementAccount,
            bic: ctx.config.clearing.settlementBic,
          },
          now,
        }),
        at: now,
      });
    }),

    serveAsPlatform(listRevenueBanks, async ({ tx, params }) => ({
      content: await readSettledBanks(tx, daysOfMonth(params.month)),
    })),

    serveAsPlatform(exportStatement, ({ params, caller }) =>
      Promise.resolve(statementCsv(ctx, caller.organizationId, params.month)),
    ),
  ];
}

export const billingFeature = feature({ name: 'billing', routes: billingRoutes });
