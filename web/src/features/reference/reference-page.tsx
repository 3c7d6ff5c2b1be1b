import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { alert } from '#platform/device/page.ts';
import { accessToken, session } from '#platform/session/session.ts';
import {
  documentAddress,
  operationIn,
  partsWith,
  type Reference,
  type ReferenceSearch,
} from '#features/reference/reference-document.ts';
import { ReferenceOperation, ReferenceProse } from '#features/reference/reference-operation.tsx';
import { NoteBox } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './reference.module.css';

/** A link is current if path and search match exactly. */
const EXACTLY = { exact: true, includeSearch: true };

async function copyToken(): Promise<void> {
  try {
    await navigator.clipboard.writeText((await accessToken()) ?? '');
    alert({ kind: 'success', message: 'Access token copied.' });
  } catch {
    alert({ kind: 'error', message: 'This browser did not let us copy the access token.' });
  }
}

function Introduction({ reference }: { reference: Reference }) {
  return (
    <article className={`${layout.card} ${css.article}`} aria-labelledby="reference-heading">
      <h2 id="reference-heading" className={layout.title}>
        {reference.info.title}
      </h2>
      <div className={layout.row}>
        <Button variant="default" onClick={() => void copyToken()}>
          Copy my access token
        </Button>
        <Anchor href={documentAddress()} target="_blank" underline="always">
          OpenAPI document, version {reference.info.version}
        </Anchor>
      </div>
      <p className={layout.when}>
        The token is that of your own session: it can do what you can, for up to five minutes. Give
        it to nobody.
      </p>
      <ReferenceProse markdown={reference.info.description} />
    </article>
  );
}

interface ReferencePageProps {
  reference: Reference;
  search: ReferenceSearch;
  onSearch: (search: ReferenceSearch) => void;
}

/** All operations by tag, filtered by the search. Collapsed on a phone. */
function Contents({ reference, search: { find, operation }, onSearch }: ReferencePageProps) {
  const [open, setOpen] = useState(false);
  const parts = partsWith(reference, find ?? '');
  const linkTo = (id: string | undefined) => ({
    to: '/dashboard/api-documentation' as const,
    search: { ...(id && { operation: id }), ...(find && { find }) },
    className: layout.entry,
    activeOptions: EXACTLY,
    onClick: () => setOpen(false),
  });
  return (
    <nav className={css.contents} aria-label="Calls">
      <button
        type="button"
        className={`${layout.panel} ${layout.split} ${css.opener}`}
        aria-expanded={open}
        aria-controls="reference-calls"
        onClick={() => setOpen(!open)}
      >
        All calls <IconChevronDown size={18} aria-hidden />
      </button>
      <div id="reference-calls" className={`${layout.tight} ${css.list}`} data-open={open}>
        <TextInput
          type="search"
          aria-label="Find a call"
          placeholder="Find a call"
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={100}
          value={find ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...(operation && { operation }), ...(value && { find: value }) })
          }
        />
        <Link {...linkTo(undefined)}>Introduction</Link>
        {parts.length === 0 && <p className={layout.when}>No call matches “{find}”.</p>}
        {parts.map(({ name, operations }) => (
          <section key={name} aria-label={name}>
            <h2 className={`${layout.small} ${css.part}`}>{name}</h2>
            <ul>
              {operations.map(({ operationId, method, summary }) => (
                <li key={operationId}>
                  <Link {...linkTo(operationId)}>
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
      </div>
    </nav>
  );
}

/** The reference: the list of operations, and the one that the URL names. */
export function ReferencePage(props: ReferencePageProps) {
  const { reference, search } = props;
  const operation = operationIn(reference, search.operation);
  const { merchantId, organizationId } = session.current()?.user ?? {};
  return (
    <div className={css.page}>
      <Contents {...props} />
      {operation ? (
        <ReferenceOperation
          operation={operation}
          server={reference.servers[0]?.url ?? ''}
          own={{ merchantId, organizationId }}
        />
      ) : (
        <div>
          {search.operation && (
            <NoteBox tone="warning" title={`There is no call named ${search.operation}`}>
              It may have another name now. Look for it in the list.
            </NoteBox>
          )}
          <Introduction reference={reference} />
        </div>
      )}
    </div>
  );
}

export function ReferenceSkeleton() {
  return (
    <output className={css.page} aria-label="Loading the API reference">
      <Skeleton height={320} />
      <Skeleton height={480} />
    </output>
  );
}
