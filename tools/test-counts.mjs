/**
 * A reporter of node:test that writes one line of JSON at the end of a run: how many tests passed, failed
 * and were skipped, over all its files.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* testCounts(source) {
  for await (const event of source) {
    // One such event comes for each file, and one without a file for the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    const left = skipped + todo;
    yield `${JSON.stringify({ passed, failed: tests - passed - left, skipped: left })}\n`;
  }
}
