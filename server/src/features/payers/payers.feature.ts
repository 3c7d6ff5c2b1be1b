import { feature } from '#platform/feature.ts';
import { payerPages } from './payers-pages.ts';
import { LINK_ASKED, PAYER_MESSAGES, sendLink } from './payers-service.ts';
import { forgetPayers } from './payers-store.ts';

/** The page on which payers look at their mandates and stop them. */
export const payersFeature = feature({
  name: 'payers',
  pages: payerPages,
  on: { [LINK_ASKED]: sendLink },
  messages: PAYER_MESSAGES,
  cleanUp: forgetPayers,
});
