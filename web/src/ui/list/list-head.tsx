import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { isoDay } from '@tegeka/contract/kit/day.ts';
import type { ListPage } from '@tegeka/contract/kit/list.ts';
import { type ReactNode, useState } from 'react';
import { alert } from '#platform/device/alert.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { now } from '#platform/device/device-clock.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import { showSize } from '#ui/form/file-check.ts';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import { saveFile } from '#platform/call/file-url.ts';
import { countWords, viewOfAddress } from './list-query.ts';
import css from './list.module.css';
import type { ListView } from './list-definition.ts';

interface ListHeadProps<Row, Params> {
  view: ListView<Row, Params>;
  /** Null until the first answer: what then comes must not move what is there already. */
  page: ListPage<Row> | null;
  /** What can be done with the list, the main thing last. */
  actions?: ReactNode;
}

/** The file of everything that the address finds: how far it is, and what has been saved. */
function useExport<Row, Params>({ list, params, search }: ListView<Row, Params>) {
  const [busy, run] = useBusy();
  const [words, setWords] = useState<{ arriving?: string; saved?: string; of?: string }>({});
  // What was saved is said until another view of the list is looked at.
  const of = viewOfAddress(search);
  const work = async (what: string) => {
    setWords({});
    try {
      const name = `${list.many.replaceAll(' ', '-')}-${isoDay(new Date(now()))}.csv`;
      const file = await list.file?.(params, search, (bytes) =>
        setWords({ arriving: `${showSize(bytes)} so far` }),
      );
      if (file) saveFile(file, name);
      setWords({ saved: `${what} saved as ${name}.`, of });
    } catch (error) {
      setWords({});
      if (!(error instanceof CallFailed)) throw error;
      // A server that is off has been told of already.
      if (error.status !== 503) alert({ kind: 'error', message: error.words() });
    }
  };
  const saved = words.of === of ? words.saved : undefined;
  return {
    busy,
    arriving: words.arriving,
    saved,
    start: (what: string) => void run(() => work(what)),
  };
}

/** How many there are, or have been found. */
function Count<Row, Params>({ view: { list, search }, page }: ListHeadProps<Row, Params>) {
  // Keeps the line.
  if (!page) return '\u00a0';
  const { totalElements, totalIsCapped } = page;
  return (
    <>
      <strong>{countWords(totalElements, totalIsCapped)}</strong>{' '}
      {totalElements === 1 && !totalIsCapped ? list.one : list.many}
      {search.search && ' found'}
    </>
  );
}

/** How many entries the list has, and what can be done with all of them or anew. */
export function ListHead<Row, Params>(props: ListHeadProps<Row, Params>) {
  const { view, page, actions } = props;
  const { list } = view;
  const { busy, arriving, saved, start } = useExport(view);
  const count = page && !page.totalIsCapped ? page.totalElements : null;
  const what =
    count === 1
      ? `1 ${list.one} was`
      : `${count === null ? 'All' : countWords(count)} ${list.many} were`;
  return (
    <>
      <output className={css.said}>{saved && <NoteBox tone="good">{saved}</NoteBox>}</output>
      <div className={css.head}>
        <p className={css.count}>
          <Count {...props} />
        </p>
        <div className={css.actions}>
          {arriving && <span className={css.none}>{arriving}</span>}
          {list.file && count !== 0 && (
            <Button
              variant="default"
              loading={busy}
              disabled={!page}
              title="A CSV file of everything in this list, on all of its pages"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => start(what)}
            >
              {count === null ? 'Export all' : `Export all ${countWords(count)}`}
            </Button>
          )}
          {actions}
        </div>
      </div>
    </>
  );
}
