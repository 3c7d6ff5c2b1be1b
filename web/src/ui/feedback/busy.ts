import { useCallback, useEffect, useRef, useState } from 'react';

/** Runs one piece of work at a time: `busy` meanwhile, a second start is ignored. */
export function useBusy(): [busy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return [busy, run];
}

/**
 * Returns a function that moves the focus to the first element of a form that matches a selector, after
 * pending state changes are rendered.
 */
export function useFocusFirst(selector = '[aria-invalid="true"]') {
  const [form, setForm] = useState<{ current: HTMLFormElement | null }>({ current: null });
  useEffect(() => form.current?.querySelector<HTMLElement>(selector)?.focus(), [form, selector]);
  return (current: HTMLFormElement | null) => setForm({ current });
}
