/** How a note of a test begins that names lines of the specification; see e2e/specification. */
const MARK = /^proves (by function )?/;

/**
 * A reporter of node:test that writes one line of JSON at the end of a run: the lines of the
 * specification that passing tests have named, each with whether a test has proved more than a
 * function.
 *
 * The notes of a test come right after its verdict, file by file.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* testProofs(source) {
  /** @type {Map<string | undefined, boolean>} whether the test whose notes come next has passed, by file */
  const judged = new Map();
  /** @type {Record<string, boolean>} */
  const proofs = {};
  for await (const { type, data } of source) {
    if (type === 'test:pass') judged.set(data.file, !data.skip && !data.todo);
    if (type === 'test:fail') judged.set(data.file, false);
    const mark = type === 'test:diagnostic' ? MARK.exec(data.message) : null;
    if (mark === null || type !== 'test:diagnostic' || !judged.get(data.file)) continue;
    for (const line of data.message.slice(mark[0].length).split(' '))
      proofs[line] = proofs[line] === true || mark[1] === undefined;
  }
  yield `${JSON.stringify(proofs)}\n`;
}
