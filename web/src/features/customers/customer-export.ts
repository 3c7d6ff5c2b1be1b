import { isoDay } from '@tegeka/contract/day.ts';
import { fetchExport } from '#features/customers/customer-calls.ts';
import { LIST, tellNews } from '#features/customers/customer-news.ts';
import type { CustomerSearch } from '#features/customers/customer-search.ts';
import { alert } from '#platform/alert.ts';
import { CallFailed } from '#platform/call-failed.ts';
import { now } from '#platform/device-clock.ts';
import { useBusy } from '#ui/busy.ts';
import { saveFile } from '#ui/save-file.ts';

/** The file's name: what is in it, and the day. */
const nameOf = () => `customers-${isoDay(new Date(now()))}.csv`;

function savedWords(many: string): string {
  if (many === 'all') return 'All customers of this list were';
  return many === '1' ? '1 customer was' : `${many} customers were`;
}

async function exportAll(merchantId: string, search: CustomerSearch, many: string): Promise<void> {
  tellNews(null);
  try {
    const name = nameOf();
    saveFile(await fetchExport(merchantId, search), name);
    tellNews({ place: LIST, words: `${savedWords(many)} saved as ${name}.` });
  } catch (fault) {
    if (!(fault instanceof CallFailed)) throw fault;
    // A server that is off has been told of already.
    if (fault.status !== 503) alert({ kind: 'error', message: fault.words() });
  }
}

/** Exports the list of an address; `many` says how many customers that are. */
export function useExport(
  merchantId: string,
): [exporting: boolean, start: (search: CustomerSearch, many: string) => Promise<void>] {
  const [exporting, run] = useBusy();
  return [exporting, (search, many) => run(() => exportAll(merchantId, search, many))];
}
