import type { TestContext } from 'node:test';
import type { LineId } from './specification-lines.ts';

/** How a proof begins among the notes of a test; `tools/test-proofs.mjs` reads it. */
const MARK = 'proves ';

/**
 * Says which lines of the specification have just been proved by this test. They count only if the
 * whole test passes.
 */
export function proves(t: TestContext, ...lines: LineId[]): void {
  t.diagnostic(MARK + lines.join(' '));
}
