import { isoDay } from '@tegeka/contract/kit/day.ts';
import { fetchExport } from '#features/customers/customer-calls.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { LIST_PLACE } from '#features/customers/customer-words.ts';
import { alert } from '#platform/device/alert.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { now } from '#platform/device/device-clock.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import { saveFile } from '#ui/detail/save-file.ts';

/** The file's name: what is in it, and the day. */
const nameOf = () => `customers-${isoDay(new Date(now()))}.csv`;

function savedWords(many: string): string {
  if (many === 'all') return 'All customers of this list were';
  return many === '1' ? '1 customer was' : `${many} customers were`;
}

async function exportAll(merchantId: string, search: CustomerSearch, many: string): Promise<void> {
  flashMessage(null);
  try {
    const name = nameOf();
    saveFile(await fetchExport(merchantId, search), name);
    flashMessage({ place: LIST_PLACE, words: `${savedWords(many)} saved as ${name}.` });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // A server that is off has been told of already.
    if (error.status !== 503) alert({ kind: 'error', message: error.words() });
  }
}

/** Exports the list of an address; `many` says how many customers that are. */
export function useExport(
  merchantId: string,
): [exporting: boolean, start: (search: CustomerSearch, many: string) => Promise<void>] {
  const [exporting, run] = useBusy();
  return [exporting, (search, many) => run(() => exportAll(merchantId, search, many))];
}
