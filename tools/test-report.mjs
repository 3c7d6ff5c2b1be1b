/** Prefix of diagnostics that name proved lines of the specification; see e2e/specification. */
const MARK = 'proves ';

/**
 * A reporter of node:test that writes one line of JSON at the end of a run: how many tests passed, failed
 * and were skipped over all its files, and the lines of the specification that passing tests have named.
 *
 * The notes of a test come right after its verdict, file by file.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* testReport(source) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Map<string | undefined, boolean>} whether the test whose notes come next has passed, by file */
  const judged = new Map();
  /** @type {Set<string>} */
  const proofs = new Set();
  for await (const { type, data } of source) {
    if (type === 'test:pass') judged.set(data.file, !data.skip && !data.todo);
    if (type === 'test:fail') judged.set(data.file, false);
    // One summary comes for each file, and one without a file for the whole run.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts;
      const left = skipped + todo;
      counts = { passed, failed: tests - passed - left, skipped: left };
    }
    if (type !== 'test:diagnostic' || !judged.get(data.file)) continue;
    if (!data.message.startsWith(MARK)) continue;
    for (const line of data.message.slice(MARK.length).split(' ')) proofs.add(line);
  }
  yield `${JSON.stringify({ ...counts, proofs: [...proofs] })}\n`;
}
