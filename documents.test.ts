import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Tree } from './tools/architecture/architecture-tree.ts';
import { readTree } from './tools/architecture/architecture-tree.ts';
import { documentViolations, type Scripts } from './tools/architecture/document-claims.ts';

function scriptsOf(tree: Tree): Scripts {
  const found = [...tree].flatMap(([file, content]) => {
    const workspace = /^(?:([a-z0-9]+)\/)?package\.json$/.exec(file);
    if (!workspace) return [];
    const parsed: { scripts?: Record<string, string> } = JSON.parse(content);
    return [[workspace[1] ?? '', new Set(Object.keys(parsed.scripts ?? {}))] as const];
  });
  return new Map(found);
}

test('every path and every npm script that a document names is there', () => {
  const tree = readTree(import.meta.dirname);
  assert.deepEqual(documentViolations(tree, scriptsOf(tree)), []);
});

const files = {
  'package.json': '{ "scripts": { "start": "", "test": "", "bench": "" } }',
  'web/package.json': '{ "scripts": { "build": "" } }',
  'web/src/main.tsx': '',
  'docs/glossary.md': '',
};

function violationsIn(document: string): string[] {
  const tree = new Map(Object.entries({ ...files, 'docs/guide.md': document }));
  return documentViolations(tree, scriptsOf(tree)).map(({ problem }) => problem);
}

suite('a false claim is seen:', () => {
  const claims = {
    'a file in backticks': 'See `web/src/gone.tsx`.',
    'a folder in backticks': 'See `web/gone/`.',
    'a bare file name': 'See `gone.ts`.',
    'a link': 'See [words](gone.md).',
    'a link out of the folder': 'See [words](../web/gone.md#part).',
    'a script': 'Type `npm run gone`.',
    'a script of a workspace': 'Type `npm run bench -w web`.',
    'a script in a block of code': '```\nnpm run gone\n```',
  };
  for (const [name, document] of Object.entries(claims)) {
    test(name, () =>
      assert.equal(violationsIn(document).length, 1, violationsIn(document).join('\n')),
    );
  }
});

test('true claims, addresses, routes and patterns are left alone', () => {
  const document = `\`web/src/main.tsx\`, \`web/src/\`, \`main.tsx\`, \`glossary.md\`, \`./web\`, [words](glossary.md),
    [home](https://example.org/a.md), \`/api/v1/banks\`, \`register/user\`, \`docs/<noun>.md\`, \`*.test.ts\`,
    \`data/postgres\`, \`npm start\`, \`npm test -- --only unit\`, \`npm run build -w web\`, npm run bench.`;
  assert.deepEqual(violationsIn(document), []);
});
