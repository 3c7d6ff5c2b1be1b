import { linkOptions, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { MerchantRights } from '#platform/session/session.ts';
import { TextLink } from '#ui/detail/shown-value.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { listSearchOf } from '#ui/list/list-search.ts';
import { MandateNotes } from './mandate-notes.tsx';
import { mandateList } from './mandate-list-definition.ts';

// Lazy: needed only in the states that can be sent.
const SendToAll = lazy(async () => ({
  default: (await import('./bulk-consent-request.tsx')).SendToAll,
}));

/** States in which payers can be asked. */
const ASKED_FROM: readonly (string | undefined)[] = ['GENERATED', 'PENDING_VERIFICATION'];

interface MandateListProps {
  rights: MerchantRights;
  /** What stands above the list: what is due, and what was collected. */
  figures: ReactNode;
}

/** The mandates of a business, or the empty state with how to make the first one. */
export function MandateList({ rights, figures }: MandateListProps) {
  const { merchantId, mayWrite, blocked } = rights;
  const { status } = listSearchOf(useSearch({ strict: false }));
  const canAsk = mayWrite && blocked === null && ASKED_FROM.includes(status);
  return (
    <ListScreen
      list={mandateList}
      params={{ merchantId }}
      add={{
        ...rights,
        to: '/dashboard/mandates/new',
        label: 'New mandate',
        uploads: '/dashboard/mandates/uploads',
      }}
      actions={<Suspense>{canAsk && <SendToAll merchantId={merchantId} />}</Suspense>}
      notes={<MandateNotes rights={rights} />}
      renderAbove={() => figures}
      empty={
        <>
          A mandate is the permission of a customer to debit their bank account: how much at most,
          how often and until when. Choose a customer and they are asked by SMS.{' '}
          {mayWrite && blocked === null && (
            <>
              You have no customers yet?{' '}
              <TextLink link={linkOptions({ to: '/dashboard/customers/new' })}>
                Add a customer
              </TextLink>{' '}
              first.
            </>
          )}
        </>
      }
    />
  );
}
