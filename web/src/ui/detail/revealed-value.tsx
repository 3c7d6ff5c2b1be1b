import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useBusy } from '#ui/feedback/busy.ts';
import { outcomeOf } from '#platform/call/call-failed.ts';
import css from './detail.module.css';

interface RevealedValueProps {
  masked: string;
  /** What it is, as the button names it: 'account number'. */
  label: string;
  /** Fetches the whole value; null where the person may not see it. */
  reveal: (() => Promise<string>) | null;
}

/** A value that is masked until somebody asks to see it. */
export function RevealedValue({ masked, label, reveal }: RevealedValueProps) {
  const [whole, setWhole] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const show = (fetch: () => Promise<string>) =>
    run(async () => {
      setFailure(null);
      const outcome = await outcomeOf(fetch());
      if (outcome.kind === 'saved') setWhole(outcome.value);
      else setFailure(outcome.words);
    });
  return (
    <span className={css.revealed} aria-live="polite">
      <span>{whole ?? masked}</span>
      {reveal && (
        <Anchor
          component="button"
          type="button"
          aria-label={whole === null ? `Show the whole ${label}` : `Hide the ${label}`}
          disabled={busy}
          onClick={() => (whole === null ? void show(reveal) : setWhole(null))}
        >
          {whole === null ? 'Show' : 'Hide'}
        </Anchor>
      )}
      {failure && <span>{failure}</span>}
    </span>
  );
}
