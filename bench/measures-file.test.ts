import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPart } from './measures-file.ts';

const DOCUMENT = '# Measures\n\nHow.\n\n## Server\n\nOld.\n\n### More\n\n1\n\n## Start\n\nOld.\n';
const part = {
  title: 'Server',
  command: 'npm run bench -- server',
  machine: '2026-12-01, 2 cores',
  text: 'New.\n\n### More\n\n2\n',
};
const SERVER =
  '## Server\n\nPrinted by `npm run bench -- server` on 2026-12-01, 2 cores.\n\nNew.\n\n### More\n\n2\n';

test('new figures replace the section of their part, and no other', () => {
  assert.equal(withPart(DOCUMENT, part), `# Measures\n\nHow.\n\n${SERVER}\n## Start\n\nOld.\n`);
  const start = withPart(DOCUMENT, { ...part, title: 'Start' });
  assert.ok(start.endsWith(SERVER.replace('## Server', '## Start')));
  assert.match(start, /## Server\n\nOld\./);
});

test('figures of a part without a section are added at the end', () => {
  assert.equal(withPart('# Measures\n', part), `# Measures\n\n${SERVER}`);
});
