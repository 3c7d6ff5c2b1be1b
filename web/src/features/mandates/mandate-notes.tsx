import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useOpenWork } from '#ui/imports/import-screens.ts';

// Most of the time there is nothing to say.
const MandateUploadNote = lazy(async () => ({
  default: (await import('./mandate-import.tsx')).MandateUploadNote,
}));
const NewestSending = lazy(async () => ({
  default: (await import('./mandate-sending.tsx')).NewestSending,
}));

/** The device remembers under this name which end of a sending was seen last. */
const SENDING_SEEN = 'sending seen';

/**
 * What is at work on the mandates of a business: an upload that has not ended, and a sending, until
 * somebody has seen how it ended.
 */
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
