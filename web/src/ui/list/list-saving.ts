import { isoDay } from '@tegeka/contract/kit/day.ts';
import { saveFile } from '#platform/call/file-save.ts';
import { now } from '#platform/device/page.ts';
import { showSize } from '#ui/form/file-check.ts';
import type { ListView } from './list-definition.ts';

/** Hands the file of everything that the address finds to the person; says what was saved. */
export async function exportList<Row, Params>(
  { list, params, search }: ListView<Row, Params>,
  what: string,
  onSize: (size: string) => void,
): Promise<{ tone: 'good'; words: string }> {
  const name = `${list.many.replaceAll(' ', '-')}-${isoDay(new Date(now()))}.csv`;
  const file = await list.file?.(params, search, (bytes) => onSize(showSize(bytes)));
  if (file) saveFile(file, name);
  return { tone: 'good', words: `${what} saved as ${name}.` };
}
