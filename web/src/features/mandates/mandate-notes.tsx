import { useQuery } from '@tanstack/react-query';
import { listSendings } from '@tegeka/contract/mandates/mandate-sendings.ts';
import { listMandates } from '@tegeka/contract/mandates/mandates.ts';
import { lazy, Suspense, useEffect } from 'react';
import { cache, endpointQuery } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { ImportOpenNote } from '#ui/imports/import-links.tsx';
import { mandateImport } from './mandate-import.tsx';

// Most of the time there is nothing to say.
const SendingState = lazy(async () => ({
  default: (await import('./mandate-sending.tsx')).SendingState,
}));

/** The device remembers under this name which end of a sending was seen last. */
const SENDING_SEEN = 'sending seen';

/** How far the newest sending is, or how it ended, until somebody has seen it. */
function SendingNote({ rights }: { rights: MerchantRights }) {
  const { merchantId } = rights;
  const newest = endpointQuery(listSendings, { params: { merchantId }, query: { size: 1 } });
  const { data } = useQuery(
    {
      ...newest,
      refetchInterval: ({ state }) => (state.data?.content[0]?.state === 'RUNNING' ? 1000 : false),
    },
    cache,
  );
  const { data: seen = null, isPending } = useQuery(choiceQuery(SENDING_SEEN), cache);
  const sending = data?.content[0];
  const done = sending?.done;
  useEffect(() => {
    // What was sent has changed its state.
    if (done) void cache.invalidateQueries({ queryKey: [listMandates.name] });
  }, [done]);
  if (!sending) return null;
  if (sending.state !== 'RUNNING' && (isPending || seen === sending.id)) return null;
  return (
    <Suspense>
      <SendingState
        sending={sending}
        rights={rights}
        onSeen={() => void keepChoice(SENDING_SEEN, sending.id)}
      />
    </Suspense>
  );
}

/** What is at work on the mandates of a business: an upload that has not ended, and a sending. */
export function MandateNotes({ rights }: { rights: MerchantRights }) {
  return (
    <>
      {rights.mayWrite && <ImportOpenNote screens={mandateImport} merchantId={rights.merchantId} />}
      <SendingNote rights={rights} />
    </>
  );
}
