import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, referenceFor, referenceOf } from '#features/reference/reference-document.ts';

test('a description is parsed into headings, paragraphs and code', () => {
  const markdown = 'Send `page`\nfrom 0.\n\n## Lists\n\n```sh\ncurl "x" \\\n  -H "y"\n```\n';
  assert.deepEqual(blocksOf(markdown), [
    {
      kind: 'paragraph',
      text: 'Send `page` from 0.',
    },
    { kind: 'heading', text: 'Lists' },
    { kind: 'code', text: 'curl "x" \\\n  -H "y"' },
  ]);
});

test('unknown Markdown stays as it is, and is never interpreted as HTML', () => {
  const [block] = blocksOf('<img src=x onerror=alert(1)> **loud**');
  assert.deepEqual(block, {
    kind: 'paragraph',
    text: '<img src=x onerror=alert(1)> **loud**',
  });
});

test('calls that only people of other domains can make are left out', () => {
  const call = (operationId: string, domains?: string[]) => ({
    operationId,
    summary: '',
    description: '',
    tags: [],
    security: [],
    parameters: [],
    responses: {},
    ...(domains && { 'x-domains': domains }),
  });
  const reference = referenceOf({
    info: { title: '', version: '', description: '' },
    servers: [],
    tags: [],
    paths: {
      '/banks': { get: call('listBanks') },
      '/mandates': { get: call('listAllMandates', ['OPERATOR', 'BANK']) },
      '/files': { get: call('getFile', ['BANK', 'MERCHANT']) },
    },
  });
  const names = (domain: string) =>
    referenceFor(domain, reference).operations.map(({ operationId }) => operationId);
  assert.deepEqual(names('MERCHANT'), ['listBanks', 'getFile']);
  assert.deepEqual(names('OPERATOR'), ['listBanks', 'listAllMandates']);
});
