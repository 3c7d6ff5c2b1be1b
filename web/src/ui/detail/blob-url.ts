import { useEffect, useMemo } from 'react';

/** An address under which the page can show a file it holds; null without one. */
export function useBlobUrl(blob: Blob | null): string | null {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
