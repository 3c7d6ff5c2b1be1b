import { findMerchantOf } from '#features/merchants/merchants-store.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Tx } from '#platform/database/database.ts';
import { notePage } from '#platform/http/page-parts.ts';
import type { PublicPage } from '#platform/http/public-pages.ts';
import { tokenHash } from '../mandates-consent-request.ts';
import { findLink } from '../mandates-consent-store.ts';

/** Larger logos are left out: payers may have slow connections. */
const LOGO_BYTES = 20 * 1024;

async function findSmallLogo(tx: Tx, organizationId: string) {
  const { logo } = (await findMerchantOf(tx, organizationId))?.documents ?? {};
  return logo && logo.size <= LOGO_BYTES ? logo : null;
}

/** The path of the merchant's logo, below the link of the request; null without a small one. */
export async function logoPath(
  tx: Tx,
  { token, organizationId }: { token: string; organizationId: string },
): Promise<string | null> {
  return (await findSmallLogo(tx, organizationId)) && `/mandates/${token}/logo`;
}

/** Serves the merchant's logo to anybody who has the link. */
export function logoPage(ctx: AppContext): PublicPage {
  return {
    method: 'GET',
    path: '/mandates/:token/logo',
    answer: ({ params }) =>
      ctx.db.asPlatform('a payer sees the logo of who asks', async (tx) => {
        const link = await findLink(tx, tokenHash(params['token'] ?? ''));
        const logo = link && (await findSmallLogo(tx, link.organizationId));
        const file = logo && (await ctx.files.open(tx, logo.id));
        if (!file) return notePage(404, 'No logo', { heading: 'There is no logo' }, []);
        return { kind: 'picture', ...file };
      }),
  };
}
