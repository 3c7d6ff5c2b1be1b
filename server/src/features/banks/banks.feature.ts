import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { changeHandler } from '#features/approvals/approvals-changes.ts';
import { BANK_SEARCH, bankChangeOf, type BankOrganizations } from './banks-records-store.ts';
import { bankRecordRoutes } from './banks-records.ts';
import { bankRoutes } from './banks-routes.ts';

export function banksFeature(organizations: BankOrganizations) {
  return feature({
    name: 'banks',
    search: [BANK_SEARCH],
    routes: (ctx: AppContext) => [...bankRoutes(ctx), ...bankRecordRoutes(ctx, organizations)],
    approvalHandlers: (ctx: AppContext) => [changeHandler(ctx, bankChangeOf(organizations))],
  });
}
