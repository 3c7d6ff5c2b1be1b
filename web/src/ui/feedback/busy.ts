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
 * Gives a function that leads the focus to the first element of a form that a selector finds, once all
 * that was set before is drawn.
 */
export function useFocusFirst(selector = '[aria-invalid="true"]') {
  const [form, setForm] = useState<{ current: HTMLFormElement | null }>({ current: null });
  useEffect(() => form.current?.querySelector<HTMLElement>(selector)?.focus(), [form, selector]);
  return (current: HTMLFormElement | null) => setForm({ current });
}
