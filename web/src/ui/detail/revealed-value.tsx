import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { outcomeOf } from '#platform/call/call-failed.ts';
import { ActionDialog } from '#ui/feedback/action-dialog.tsx';
import { useBusy } from '#ui/feedback/busy.ts';
import layout from '#ui/shell/layout.module.css';
import css from './detail.module.css';

interface RevealedValueProps {
  masked: string;
  /** What it is, as the button names it: 'account number'. */
  label: string;
  /** Fetches the whole value; null where the person may not see it. */
  reveal: ((reason?: string) => Promise<string>) | null;
  /** The owner's name. If set, a reason is asked for first, which is kept in the history. */
  reasonFor?: string;
}

/** A value that is masked until somebody asks to see it. */
export function RevealedValue({ masked, label, reveal, reasonFor }: RevealedValueProps) {
  const [whole, setWhole] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [busy, run] = useBusy();
  const show = (fetch: () => Promise<string>) =>
    run(async () => {
      setFailure(null);
      const outcome = await outcomeOf(fetch());
      if (outcome.kind === 'saved') setWhole(outcome.value);
      else setFailure(outcome.message);
    });
  const press = (fetch: () => Promise<string>) => {
    if (whole !== null) setWhole(null);
    else if (reasonFor !== undefined) setAsking(true);
    else void show(fetch);
  };
  return (
    <span className={`${layout.line} ${css.revealed}`} aria-live="polite">
      <span>{whole ?? masked}</span>
      {reveal && (
        <Anchor
          component="button"
          type="button"
          aria-label={whole === null ? `Show the whole ${label}` : `Hide the ${label}`}
          disabled={busy}
          onClick={() => press(reveal)}
        >
          {whole === null ? 'Show' : 'Hide'}
        </Anchor>
      )}
      {failure && <span>{failure}</span>}
      {reveal && asking && (
        <ActionDialog
          heading={`Show the ${label} of ${reasonFor}?`}
          action="Show"
          draft={`reveal ${label} of ${reasonFor}`}
          reason={{ label: 'Reason', missing: 'Say why' }}
          send={reveal}
          onDone={setWhole}
          onClose={() => setAsking(false)}
        >
          <p>Your look and its reason are kept in the history.</p>
        </ActionDialog>
      )}
    </span>
  );
}
