import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { revealNumber } from '#features/profile/profile-calls.ts';
import { CallFailed } from '#platform/call/call-failed.ts';
import { useBusy } from '#ui/feedback/busy.ts';
import css from './profile.module.css';

interface AccountNumberProps {
  merchantId: string;
  masked: string;
  /** False where the person may not see it whole. */
  mayReveal: boolean;
}

/** The account number, masked until it is asked for. */
export function ProfileAccountNumber({ merchantId, masked, mayReveal }: AccountNumberProps) {
  const [whole, setWhole] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const reveal = () =>
    run(async () => {
      setFailure(null);
      try {
        setWhole(await revealNumber(merchantId));
      } catch (error) {
        setFailure(error instanceof CallFailed ? error.words() : 'It could not be shown.');
      }
    });
  return (
    <span className={css.number} aria-live="polite">
      <span className={css.digits}>{whole ?? masked}</span>
      {mayReveal && (
        <Anchor
          component="button"
          type="button"
          aria-label={whole === null ? 'Show the whole account number' : 'Hide the account number'}
          disabled={busy}
          onClick={() => (whole === null ? void reveal() : setWhole(null))}
        >
          {whole === null ? 'Show' : 'Hide'}
        </Anchor>
      )}
      {failure && <span>{failure}</span>}
    </span>
  );
}
