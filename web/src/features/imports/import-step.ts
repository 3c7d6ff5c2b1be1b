import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';
import { useState } from 'react';
import type { StepOutcome } from '#features/imports/import-calls.ts';

/** On the button that shows an upload that has changed meanwhile. */
export const SHOW_ANEW = 'Show it as it is now';

/** What went wrong with a step; after a conflict, reading the upload again is the way on. */
export interface StepFailure {
  words: string;
  conflict: boolean;
}

/** A step of an upload that somebody asks for: once at a time, its failure kept to be shown. */
export function useStep(onDone: (upload: CustomerImport) => void) {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const run = async (step: () => Promise<StepOutcome>) => {
    setWorking(true);
    setFailure(null);
    const outcome = await step();
    setWorking(false);
    if (outcome.kind === 'done') onDone(outcome.upload);
    else setFailure({ words: outcome.words, conflict: outcome.kind === 'conflict' });
  };
  return { working, failure, run };
}
