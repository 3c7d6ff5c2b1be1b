import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { cache } from '#platform/call/cache.ts';
import { choiceQuery, keepChoice } from '#platform/device/device-choice.ts';
import type { MerchantRights } from '#platform/session/session.ts';
import { useOpenWork } from '#ui/imports/import-screens.ts';

// Lazy: needed only during an upload or a bulkRequest.
const MandateUploadNote = lazy(async () => ({
  default: (await import('./mandate-import.tsx')).MandateUploadNote,
}));
const NewestBulkRequest = lazy(async () => ({
  default: (await import('./bulk-consent-request.tsx')).NewestBulkRequest,
}));

/** Name under which the device stores the bulkRequest whose result was seen last. */
const BULK_REQUEST_SEEN = 'bulkRequest seen';

/** Notes above the list: an unfinished upload, and a bulkRequest until its result was seen. */
export function MandateNotes({ rights }: { rights: MerchantRights }) {
  const { merchantId, mayWrite } = rights;
  const work = useOpenWork(merchantId);
  const { data: seen, isPending } = useQuery(choiceQuery(BULK_REQUEST_SEEN), cache);
  const bulkRequestId = work?.bulkRequestId ?? null;
  return (
    <Suspense>
      {mayWrite && work?.uploads.includes('mandates') && (
        <MandateUploadNote merchantId={merchantId} />
      )}
      {bulkRequestId !== null && !isPending && seen !== bulkRequestId && (
        <NewestBulkRequest
          rights={rights}
          onSeen={() => void keepChoice(BULK_REQUEST_SEEN, bulkRequestId)}
        />
      )}
    </Suspense>
  );
}
