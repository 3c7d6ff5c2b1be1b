import { getBankProfile, listBanks } from '@tegeka/contract/banks.ts';
import type { AppContext } from '#platform/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import { type Route, serve, servePublicCached } from '#platform/http/serve.ts';
import { findBankOf, readOfferedBanks } from './banks-store.ts';

/** How long a server caches the list. A submission always checks the table. */
const KEPT_SECONDS = 10;

export function bankRoutes(_ctx: AppContext): Route[] {
  return [
    servePublicCached(listBanks, KEPT_SECONDS, ({ tx, now }) => readOfferedBanks(tx, now)),

    serve(getBankProfile, async ({ tx, params, caller }) => {
      if (params.organizationId !== caller.organizationId) throw refuse('NOT_FOUND');
      const bank = await findBankOf(tx, params.organizationId);
      if (!bank) throw refuse('NOT_FOUND');
      return bank;
    }),
  ];
}
