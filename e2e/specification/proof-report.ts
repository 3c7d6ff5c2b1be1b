import type { TestContext } from 'node:test';
import type { LineId } from './specification-lines.ts';

/** Prefix of proofs among the diagnostics of a test. `tools/test-report.mjs` reads it. */
const MARK = 'proves ';

/**
 * Records which lines of the specification this test has just proved. They count only if the whole
 * test passes.
 */
export function proves(t: TestContext, ...lines: LineId[]): void {
  t.diagnostic(MARK + lines.join(' '));
}
