import { TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { partsWith, type Reference } from '#features/reference/reference-document.ts';
import type { ReferenceSearch } from '#features/reference/reference-search.ts';
import css from './reference.module.css';

/** A link is current if path and search match exactly. */
const EXACTLY = { exact: true, includeSearch: true };

interface ReferenceContentsProps {
  reference: Reference;
  search: ReferenceSearch;
  onFind: (find: string) => void;
}

function Parts({
  reference,
  search,
  onChoose,
}: Omit<ReferenceContentsProps, 'onFind'> & { onChoose: () => void }) {
  const { find } = search;
  const parts = partsWith(reference, find ?? '');
  return (
    <>
      <ul>
        <li>
          <Link
            to="/dashboard/api-documentation"
            search={find ? { find } : {}}
            className={css.callLink}
            activeOptions={EXACTLY}
            onClick={onChoose}
          >
            Introduction
          </Link>
        </li>
      </ul>
      {parts.length === 0 && <p className={css.nothing}>No call matches “{find}”.</p>}
      {parts.map(({ name, operations }) => (
        <section key={name} aria-label={name}>
          <h2 className={css.part}>{name}</h2>
          <ul>
            {operations.map(({ operationId, method, summary }) => (
              <li key={operationId}>
                <Link
                  to="/dashboard/api-documentation"
                  search={{ operation: operationId, ...(find && { find }) }}
                  className={css.callLink}
                  activeOptions={EXACTLY}
                  onClick={onChoose}
                >
                  <span className={css.method} data-method={method}>
                    {method}
                  </span>
                  <span>{summary.replace(/[.:,;].*$/, '')}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** All operations by tag, filtered by the search. Collapsed on a phone. */
export function ReferenceContents({ reference, search, onFind }: ReferenceContentsProps) {
  const [open, setOpen] = useState(false);
  return (
    <nav className={css.contents} aria-label="Calls">
      <button
        type="button"
        className={css.opener}
        aria-expanded={open}
        aria-controls="reference-calls"
        onClick={() => setOpen(!open)}
      >
        All calls <IconChevronDown size={18} aria-hidden />
      </button>
      <div id="reference-calls" className={css.list} data-open={open}>
        <TextInput
          type="search"
          aria-label="Find a call"
          placeholder="Find a call"
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={100}
          value={search.find ?? ''}
          onChange={(event) => onFind(event.currentTarget.value)}
        />
        <Parts reference={reference} search={search} onChoose={() => setOpen(false)} />
      </div>
    </nav>
  );
}
