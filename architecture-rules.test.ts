import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { violationsOf } from './tools/architecture/architecture-modules.ts';
import type { Architecture } from './tools/architecture/architecture-tree.ts';

/** A small architecture of the same kind as that of the repository. */
const architecture: Architecture = {
  features: [{ name: 'banks' }, { name: 'merchants' }],
  migrations: { platform: 'platform' },
  modules: [
    { name: 'contract', holds: /^contract\//, may: [], packages: /^zod(\/|$)/ },
    {
      name: 'server/platform',
      holds: /^server\/src\/platform\//,
      may: ['contract'],
      mayTypes: ['server/config'],
    },
    { name: 'server/config', holds: /^server\/src\/config\.ts$/, may: ['server/platform'] },
    {
      name: 'server/features',
      holds: /^server\/src\/features\//,
      may: ['contract', 'server/platform'],
      mayTypes: ['server/config'],
      feature: /^server\/src\/features\/([^/]+)\//,
    },
    { name: 'web/platform', holds: /^web\/src\/platform\//, may: ['contract'] },
    { name: 'web/ui', holds: /^web\/src\/ui\//, may: ['contract', 'web/platform'] },
    {
      name: 'web/features',
      holds: /^web\/src\/features\//,
      may: ['contract', 'web/platform', 'web/ui'],
      feature: /^web\/src\/features\/([^/]+)\//,
    },
    { name: 'e2e', holds: /^e2e\//, may: [] },
  ],
};

/** Planted violations: what the check must say, and the files that break the rule. */
const planted: Record<string, readonly [text: RegExp, files: Record<string, string>]> = {
  'a feature that uses one below it': [
    /merchants is below banks/,
    {
      'server/src/features/banks/banks-service.ts': `import { a } from '#features/merchants/merchants-store.ts';`,
    },
  ],
  'a feature that uses more than the public files of one above it': [
    /only its store and service/,
    {
      'server/src/features/merchants/merchants-service.ts': `import { a } from '../banks/banks-routes.ts';`,
    },
  ],
  'a type taken from below': [
    /merchants is below banks/,
    {
      'server/src/features/banks/banks-service.ts': `type A = import('#features/merchants/merchants-store.ts').A;`,
    },
  ],
  'a dynamic import of another web feature': [
    /do not import each other/,
    {
      'web/src/features/banks/bank-list.tsx': `const a = () => import('#features/merchant/merchant-card.tsx');`,
    },
  ],
  'the platform using a feature': [
    /server\/platform may not use server\/features/,
    { 'server/src/platform/http/serve.ts': `export * from '../../features/banks/banks-store.ts';` },
  ],
  'settings taken as values where only their types are known': [
    /only types of server\/config/,
    {
      'server/src/platform/http/serve.ts': `import { readConfig, type Config } from '#config.ts';`,
    },
  ],
  'a part of the screen that knows a feature': [
    /web\/ui may not use web\/features/,
    { 'web/src/ui/page-title.tsx': `import '#features/banks/bank-list.tsx';` },
  ],
  'the browser using the server': [
    /web\/platform may not use server\/platform/,
    {
      'web/src/platform/call/call.ts': `import { b } from '../../../../server/src/platform/log.ts';`,
    },
  ],
  'a cycle through a worker': [
    /pdf-document\.ts is in a cycle: \S+pdf-document\.ts → \S+pdf-worker\.ts → \S+pdf-document\.ts/,
    {
      'server/src/platform/pdf-document.ts': `new Worker(new URL('pdf-worker.ts', import.meta.url));`,
      'server/src/platform/pdf-worker.ts': `import type { Pdf } from './pdf-document.ts';`,
    },
  ],
  'a story that looks behind the screen': [
    /e2e may not use contract/,
    { 'e2e/business.e2e.ts': `import { BANKS } from '@tegeka/contract/banks.ts';` },
  ],
  'the contract doing input and output': [
    /may not use this package/,
    { 'contract/src/kit/money.ts': `import { readFile } from 'node:fs/promises';` },
  ],
  'a file outside every module': [/belongs to no module/, { 'server/src/loose.ts': '' }],
  'a feature without a place in the list': [
    /does not list the feature loans/,
    { 'server/src/features/loans/loans-store.ts': '' },
  ],
  'an empty name': [/named "utils"/, { 'web/src/ui/date-utils.ts': '' }],
  'an empty name of a folder': [/named "common"/, { 'server/src/platform/common/log.ts': '' }],
  'two files of one name': [
    /same name as web\/src\/ui\/money\.ts/,
    { 'web/src/ui/money.ts': '', 'contract/src/kit/money.ts': '' },
  ],
  'a table of another feature in a query': [
    /merchants-store\.ts names the table banks of banks in SQL/,
    {
      'server/migrations/0007-banks.sql': 'create table banks (id text primary key);',
      'server/src/features/merchants/merchants-store.ts': `tx.selectFrom(['banks as b']).selectAll();`,
    },
  ],
  'a table of another feature in a join': [
    /merchants-store\.ts names the table banks of banks in SQL/,
    {
      'server/migrations/0007-banks.sql': 'create table banks (id text primary key);',
      'server/src/features/merchants/merchants-store.ts': `tx.leftJoin('banks', 'banks.id', 'bank');`,
    },
  ],
  'a table of another feature in plain SQL': [
    /merchants-store\.ts names the table banks of banks in SQL/,
    {
      'server/migrations/0007-banks.sql': 'create table banks (id text primary key);',
      'server/src/features/merchants/merchants-store.ts':
        'await sql`select 1 from merchants where id = ${id} and exists (select 1 from banks)`.execute(tx);',
    },
  ],
  'a table of the platform in a feature': [
    /banks-store\.ts names the table audit of platform in SQL/,
    {
      'server/migrations/0001-platform.sql': 'create table audit (id text primary key);',
      'server/src/features/banks/banks-store.ts': `tx.insertInto('audit').values(row);`,
    },
  ],
  'JSON that is read without a schema': [
    /banks-service\.ts calls JSON\.parse instead/,
    { 'server/src/features/banks/banks-service.ts': 'const bank: Bank = JSON.parse(text);' },
  ],
  'tables of nobody': [
    /creates tables, but "loans" names no feature/,
    { 'server/migrations/0030-loans.sql': 'create table loans (id text primary key);' },
  ],
  'a word that was given up': [
    /banks-service\.ts says "public r\w+", which was given up/,
    { 'server/src/features/banks/banks-service.ts': ['// Serves a public', 'row.'].join(' ') },
  ],
  'a crowded folder': [
    /web\/src\/ui\/form holds 21 code files/,
    Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`web/src/ui/form/field-${String(at)}.tsx`, '']),
    ),
  ],
};

/** A small repository in which every listed feature has its folder and no rule is broken. */
const sound = Object.fromEntries(
  architecture.features.map(({ name }) => [`server/src/features/${name}/${name}-store.ts`, '']),
);

const messagesOf = (files: Record<string, string>) =>
  violationsOf(architecture, new Map(Object.entries({ ...sound, ...files })));

suite('a planted violation is seen:', () => {
  for (const [name, [text, files]] of Object.entries(planted)) {
    test(name, () => {
      const messages = messagesOf(files);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0] ?? '', text);
    });
  }
});

test('sound files are left alone', () => {
  const files = {
    'server/migrations/0007-banks.sql': 'create table banks (id text primary key);',
    'server/src/features/banks/banks-store.ts': `tx.selectFrom('banks'); // from merchants`,
    'server/src/features/merchants/merchants-service.ts': `import { a } from '#features/banks/banks-store.ts';
      import type { Config } from '#config.ts'; // never new Date() or import '#app.ts'
      const text = 'new Date() and randomUUID, read from banks';`,
    'contract/src/kit/day.ts': `import * as z from 'zod/mini'; const day = new Date('2026-01-26');`,
  };
  assert.deepEqual(messagesOf(files), []);
});
