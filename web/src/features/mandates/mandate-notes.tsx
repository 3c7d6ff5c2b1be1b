import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useOpenWork } from '#ui/imports/import-screens.ts';

// Lazy: needed only during an upload or a sending.
const MandateUploadNote = lazy(async () => ({
  default: (await import('./mandate-import.tsx')).MandateUploadNote,
}));
const NewestSending = lazy(async () => ({
  default: (await import('./mandate-sending.tsx')).NewestSending,
}));

/** Name under which the device stores the sending whose result was seen last. */
const SENDING_SEEN = 'sending seen';

/** Notes above the list: an unfinished upload, and a sending until its result was seen. */
export function MandateNotes({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite } = rights;
  const work = useOpenWork(merchantId);
  const { data: seen, isPending } = useQuery(choiceQuery(SENDING_SEEN), cache);
  const sendingId = work?.sendingId ?? null;
  return (
    <Suspense>
      {mayWrite && work?.uploads.includes('mandates') && (
        <MandateUploadNote merchantId={merchantId} />
      )}
      {sendingId !== null && !isPending && seen !== sendingId && (
        <NewestSending rights={rights} onSeen={() => void keepChoice(SENDING_SEEN, sendingId)} />
      )}
    </Suspense>
  );
}
