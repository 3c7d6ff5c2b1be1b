import type { AppContext } from '#platform/app-context.ts';
import type { PlatformTx } from '#platform/database/database.ts';
import { payerHomePath } from '#platform/http/origins.ts';
import type { PageAnswer, PageRequest, PublicPage } from '#platform/http/public-pages.ts';
import { openLink, type OpenLink } from '../mandates-consent.ts';
import { closed } from './mandates-page-parts.ts';

export const LINK = '/mandates/:token';

/** The address of the link that a page was asked by, or of a page behind it. */
export const pathOf = ({ params }: PageRequest, more = '') =>
  `/mandates/${params['token'] ?? ''}${more}`;

type Answer = (tx: PlatformTx, link: OpenLink, request: PageRequest) => Promise<PageAnswer>;
export type BehindLink = (
  method: PublicPage['method'],
  path: `/${string}`,
  answer: Answer,
) => PublicPage;

/** Makes pages behind a link. A POST locks the mandate, so that only one of several answers counts. */
export const behindLinkOf =
  (ctx: AppContext): BehindLink =>
  (method, path, answer) => ({
    method,
    path,
    answer: (request) =>
      ctx.db.asPlatform('a payer opens the link of a mandate', async (tx) => {
        const { now, params } = request;
        const link = await openLink(tx, params['token'] ?? '', { now, lock: method === 'POST' });
        if (link.kind === 'OPEN') return answer(tx, link, request);
        return closed(payerHomePath(ctx.config.http))[link.kind];
      }),
  });
