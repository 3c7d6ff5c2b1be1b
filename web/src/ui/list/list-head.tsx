import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { type ReactNode, useState } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { now } from '#platform/device/page.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { saveFile, showSize } from '#platform/call/file-save.ts';
import type { ListView } from './list-definition.ts';
import { formatCount, viewOfAddress } from './list-query.ts';
import layout from '#ui/shell/layout.module.css';
import css from './list.module.css';

/** The result of an export as text. */
interface ExportEnd {
  tone: 'good' | 'bad';
  message: string;
}

interface ListHeadProps<Row, Params> {
  view: ListView<Row, Params>;
  /** Null until the first answer. Its space is reserved, so that nothing moves then. */
  page: ListPage<Row> | null;
  /** The buttons of the list, the primary one last. */
  actions?: ReactNode;
}

/** Saves all entries that the address finds as a file. Returns a sentence about it. */
async function exportList<Row, Params>(
  { list, params, search }: ListView<Row, Params>,
  what: string,
  onSize: (size: string) => void,
): Promise<ExportEnd> {
  const name = `${list.many.replaceAll(' ', '-')}-${isoDay(new Date(now()))}.csv`;
  const file = await list.file?.(params, search, (bytes) => onSize(showSize(bytes)));
  if (file) saveFile(file, name);
  return { tone: 'good', message: `${what} saved as ${name}.` };
}

/** The export of a list: its progress, its result, and the function that starts it. */
function useExport<Row, Params>(view: ListView<Row, Params>) {
  const [busy, run] = useBusy();
  const [arriving, setArriving] = useState<string | null>(null);
  const [end, setEnd] = useState<(ExportEnd & { of: string }) | null>(null);
  // The result is shown until the view of the list changes.
  const of = viewOfAddress(view.search);
  const start = (what: string) =>
    void run(async () => {
      setEnd(null);
      const outcome = await outcomeOf(exportList(view, what, setArriving));
      setArriving(null);
      setEnd({
        ...(outcome.kind === 'saved' ? outcome.value : { tone: 'bad', message: outcome.message }),
        of,
      });
    });
  return { busy, arriving, end: end?.of === of ? end : null, start };
}

/** How many there are, or have been found. */
function Count<Row, Params>({ view: { list, search }, page }: ListHeadProps<Row, Params>) {
  // Reserves the line.
  if (!page) return '\u00a0';
  const { totalElements, totalIsCapped } = page;
  return (
    <>
      <strong>{formatCount(totalElements, totalIsCapped)}</strong>{' '}
      <span>{totalElements === 1 && !totalIsCapped ? list.one : list.many}</span>
      {search.search && ' found'}
    </>
  );
}

/** The number of entries, and the buttons for the export and other actions. */
export function ListHead<Row, Params>(props: ListHeadProps<Row, Params>) {
  const { view, page, actions } = props;
  const { list } = view;
  const { busy, arriving, end, start } = useExport(view);
  const count = page && !page.totalIsCapped ? page.totalElements : null;
  const what =
    count === 1
      ? `1 ${list.one} was`
      : `${count === null ? 'All' : formatCount(count)} ${list.many} were`;
  return (
    <>
      <output className={layout.above}>
        {end && <NoteBox tone={end.tone}>{end.message}</NoteBox>}
      </output>
      <div className={`${layout.spread} ${layout.above}`}>
        <p className={`${layout.dimmed} ${css.count}`}>
          <Count {...props} />
        </p>
        <div className={`${layout.line} ${css.tools}`}>
          {arriving && <span className={layout.dimmed}>{arriving} so far</span>}
          {list.file && count !== 0 && (
            <Button
              variant="default"
              loading={busy}
              disabled={!page}
              title="A CSV file of everything in this list, on all of its pages"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => start(what)}
            >
              {count === null ? 'Export all' : `Export all ${formatCount(count)}`}
            </Button>
          )}
          {actions}
        </div>
      </div>
    </>
  );
}
