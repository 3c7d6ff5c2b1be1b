import { MANDATE_IMPORT, MANDATE_IMPORTS } from '@tegeka/contract/mandates/mandate-imports.ts';
import { linkOptions } from '@tanstack/react-router';
import { ImportOpenNote } from '#ui/imports/import-open.tsx';
import type { ImportScreens } from '#ui/imports/import-screens.ts';

export const mandateImport: ImportScreens = {
  kind: MANDATE_IMPORT,
  endpoints: MANDATE_IMPORTS,
  home: '/dashboard/mandates/uploads',
  one: (importId) =>
    linkOptions({ to: '/dashboard/mandates/uploads/$importId', params: { importId } }),
  list: '/dashboard/mandates',
  listLabel: 'Mandates',
  made: { search: { status: 'GENERATED' }, label: 'See the mandates to send' },
  fileLabel: 'Mandate file',
  rowText:
    'A customer is found by their reference, or made where you give their names and a phone number or email. Terms come from the product, or from the amount and when it is due. An account is needed only for SMS and form.',
  template: '/mandates-template',
  looksAt:
    'customers, products, amounts, days, limits, accounts, and mandates that you have already',
  known: {
    title: 'These customers have open mandates for the same',
    text: 'An upload leaves the mandates that you have as they are: to change one, cancel it in your list and make a new one, to which the payer agrees.',
  },
  follows:
    'No requests are sent yet: the mandates stay in your list until you send them. You can not undo an import. You can only cancel mandates, one by one.',
};

/** Note above the list: an upload of mandates is not finished. */
export function MandateUploadNote({ merchantId }: { merchantId: string }) {
  return <ImportOpenNote screens={mandateImport} merchantId={merchantId} />;
}
