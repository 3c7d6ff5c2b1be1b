/** How a note of a test begins that names lines of the specification; see e2e/specification. */
const MARK = 'proves ';

/**
 * A reporter of node:test that writes one line of JSON at the end of a run: the lines of the
 * specification that passing tests have named, each with the tests that did.
 *
 * The notes of a test come right after its verdict, file by file.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* testProofs(source) {
  /** @type {Map<string | undefined, string | null>} the test whose notes come next, by file; null where it failed */
  const judged = new Map();
  /** @type {Record<string, string[]>} */
  const proofs = {};
  for await (const { type, data } of source) {
    if (type === 'test:pass') judged.set(data.file, data.skip || data.todo ? null : data.name);
    if (type === 'test:fail') judged.set(data.file, null);
    if (type !== 'test:diagnostic' || !data.message.startsWith(MARK)) continue;
    const test = judged.get(data.file);
    if (!test) continue;
    for (const line of data.message.slice(MARK.length).split(' ')) (proofs[line] ??= []).push(test);
  }
  yield `${JSON.stringify(proofs)}\n`;
}
