import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';

/** The document title: that of the innermost route with a title, and the product name. */
export function titleOf(matches: readonly { staticData: { title?: string } }[]): string {
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title;
  return title ? `${title} - ${PRODUCT_NAME}` : PRODUCT_NAME;
}
