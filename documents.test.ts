import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { EXCEPTION_KINDS } from '@tegeka/contract/clearing/exceptions.ts';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { readTree, type Tree, type Violation } from './tools/architecture/architecture-tree.ts';

/** The scripts of a workspace's package.json; the root's workspace is ''. */
type Scripts = ReadonlyMap<string, ReadonlySet<string>>;

/** What only exists once the product has been installed, built or started. */
const made = /^(data|node_modules|dist|web\/dist)(\/|$)/;

/** Bare names of other kinds, such as `metadata.json`, often belong to packages. */
const fileName = /^[\w.@$-]+\.(ts|tsx|mjs|md|sql)$/;
const placeholder = /[<>*…{}]|N\b/;

/** Every path and npm script that a document names and that is not there. */
function documentViolations(tree: Tree, scripts: Scripts): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!file.endsWith('.md')) return [];
    const violations = [
      ...linksOf(content).filter((link) => !leadsSomewhere(tree, file, link)),
      ...quotedOf(content).filter((quoted) => isPath(tree, quoted) && !isThere(tree, file, quoted)),
    ].map((named) => ({ file, problem: `names ${named}, which is not there` }));
    return [...violations, ...scriptViolations(file, content, scripts)];
  });
}

function linksOf(content: string): string[] {
  return [...content.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)].map(([, target]) => target ?? '');
}

/** What stands between single backticks; blocks of code are examples, not claims. */
function quotedOf(content: string): string[] {
  const prose = content.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted]) => (quoted ?? '').split(/,? /));
}

function leadsSomewhere(tree: Tree, file: string, link: string): boolean {
  if (/^[a-z]+:|^#/.test(link)) return true;
  const target = path.posix.join(path.posix.dirname(file), link.replace(/[#?].*$/, ''));
  return exists(tree, target);
}

/** A path begins with a folder of the repository, or is the bare name of a file. */
function isPath(tree: Tree, quoted: string): boolean {
  if (placeholder.test(quoted) || made.test(quoted) || quoted.startsWith('/')) return false;
  if (!quoted.includes('/')) return fileName.test(quoted);
  return (
    /^[\w.@$/-]+$/.test(quoted) && isFolder(tree, quoted.replace(/^\.\//, '').split('/')[0] ?? '')
  );
}

function isThere(tree: Tree, file: string, quoted: string): boolean {
  const wanted = quoted.replace(/^\.\//, '').replace(/\/$/, '');
  if (!quoted.includes('/')) {
    return [...tree.keys()].some((known) => path.posix.basename(known) === wanted);
  }
  return exists(tree, wanted) || exists(tree, path.posix.join(path.posix.dirname(file), wanted));
}

function exists(tree: Tree, place: string): boolean {
  const plain = path.posix.normalize(place).replace(/\/$/, '');
  return plain === '.' || tree.has(plain) || isFolder(tree, plain);
}

function isFolder(tree: Tree, place: string): boolean {
  return place !== '' && [...tree.keys()].some((known) => known.startsWith(`${place}/`));
}

function scriptViolations(file: string, content: string, scripts: Scripts): Violation[] {
  const named = content.matchAll(
    /\bnpm (?:(start|test)\b|run ([\w:-]+))(?:[^\n`]*? (?:-w|--workspace)[ =]([\w@/-]+))?/g,
  );
  return [...named].flatMap(([whole, short, long, workspace]) => {
    const script = short ?? long ?? '';
    const known = scripts.get((workspace ?? '').replace('@tegeka/', ''));
    return known?.has(script) ? [] : [{ file, problem: `names "${whole}", which is no script` }];
  });
}

const packageShape = z.object({ scripts: z.optional(z.record(z.string(), z.string())) });

function scriptsOf(tree: Tree): Scripts {
  const found = [...tree].flatMap(([file, content]) => {
    const workspace = /^(?:([a-z0-9]+)\/)?package\.json$/.exec(file);
    if (!workspace) return [];
    const parsed = parseJson(packageShape, content);
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
    'a link': 'See [text](gone.md).',
    'a link out of the folder': 'See [text](../web/gone.md#part).',
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
  const document = `\`web/src/main.tsx\`, \`web/src/\`, \`main.tsx\`, \`glossary.md\`, \`./web\`, [text](glossary.md),
    [home](https://example.org/a.md), \`/api/v1/banks\`, \`register/user\`, \`docs/<noun>.md\`, \`*.test.ts\`,
    \`data/postgres\`, \`npm start\`, \`npm test -- --only unit\`, \`npm run build -w web\`, npm run bench.`;
  assert.deepEqual(violationsIn(document), []);
});

/** What users of such systems complain about: each is the beginning of a test's name. */
const COMPLAINTS = [
  'amounts multiplied or divided by 100',
  'the same item debited twice from the list screen',
  'the same item debited twice by regenerating a batch',
  'the same item debited twice by a retry while one is in flight',
  'the same item debited twice by overlapping workers',
  "money that fails after 'paid' is ignored",
  'a late failure overwrites a newer success',
  'mandate cancelled but still collected',
  'existing mandate not found and payer asked to sign again',
  'weekends, holidays and cut-offs',
  "a wrong 'next date'",
  'failure reason hidden',
  'filters lost on back',
  'a hidden default date filter',
  'no saved views',
  'export that ignores the filter or exports one page',
  'self-approval',
  'approvals without a reason',
  'approvals without a difference shown',
  'registration rejected without reasons or a way to resubmit',
  'unlimited code guessing',
  'mail bombing',
  'cooldown only in the browser',
  'resend resets the counter',
  'imports without row errors',
  'idempotency races',
  'payer not told before a debit',
  // 'no webhook log or replay' and 'one failing endpoint holds up the others' come with webhooks.
];

const tests = [...readTree(import.meta.dirname)]
  .filter(([file]) => /\.(test|e2e)\.ts$/.test(file))
  .map(([, content]) => content);

test('each complaint about such systems is a test that bears its name', () => {
  const missing = COMPLAINTS.filter(
    (name) =>
      !tests.some((content) =>
        ["'", '"'].some((mark) => content.includes(`test(${mark}${name}: `)),
      ),
  );
  assert.deepEqual(missing, []);
});

test('each refusal and each kind of exception is named by a test', () => {
  const named = new Set(tests.flatMap((content) => content.match(/\b[A-Z][A-Z_]+\b/g) ?? []));
  const missing = [...Object.keys(ERRORS), ...EXCEPTION_KINDS].filter((code) => !named.has(code));
  assert.deepEqual(missing, []);
});
