import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { bankChangeHandler } from './banks-changes.ts';
import { BANK_SEARCH, type BankOrganizations } from './banks-records-store.ts';
import { bankRecordRoutes } from './banks-records.ts';
import { bankRoutes } from './banks-routes.ts';

export function banksFeature(organizations: BankOrganizations) {
  return feature({
    name: 'banks',
    search: [BANK_SEARCH],
    routes: (ctx: AppContext) => [...bankRoutes(ctx), ...bankRecordRoutes(ctx, organizations)],
    approvalHandlers: (ctx: AppContext) => [bankChangeHandler(ctx, organizations)],
  });
}
