import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { habitFaults } from './tools/architecture-habits.ts';
import { planted } from './tools/architecture-planted.ts';
import type { House } from './tools/architecture-rooms.ts';
import { directionFaults, listFaults } from './tools/architecture-rooms.ts';
import type { Fault, Tree } from './tools/architecture-tree.ts';
import { readTree } from './tools/architecture-tree.ts';

const serverRooms = ['contract', 'server/platform', 'server/config', 'server/identity'];

/**
 * The rooms of the house from top to bottom: a room may use the rooms it names, which all stand above
 * it. What docs leave open is settled here: the settings are read in server/config and handed in, so
 * the rooms of the server know only their types; tests may use everything of their own workspace.
 */
const house: House = {
  // A feature may use the store and the verbs of the features above it, and the other doors named here.
  features: [
    { name: 'files' },
    { name: 'settings' },
    { name: 'saved-views' },
    // What an approval is about and what it sets off is said by the features below, in these words.
    { name: 'approvals', doors: ['actions', 'changes', 'policies', 'snapshot'] },
    { name: 'banks' },
    { name: 'merchants', doors: ['details', 'snapshot'] },
    { name: 'changes' },
    { name: 'customers' },
    { name: 'imports' },
  ],
  rooms: [
    {
      name: 'contract',
      holds: /^contract\/src\/(?!.*\.test\.ts$)/,
      may: [],
      packages: /^(zod|libphonenumber-js)(\/|$)/,
    },
    { name: 'contract/tests', holds: /^contract\/src\/.*\.test\.ts$/, may: ['contract'] },
    {
      name: 'server/platform',
      holds: /^server\/src\/platform\/(?!.*\.test\.ts$)/,
      may: ['contract'],
      mayKnow: ['server/config'],
    },
    {
      name: 'server/config',
      holds: /^server\/src\/config\.ts$/,
      may: ['contract', 'server/platform'],
    },
    {
      name: 'server/identity',
      holds: /^server\/src\/identity\/(?!.*\.test\.ts$)/,
      may: ['contract', 'server/platform'],
      mayKnow: ['server/config'],
    },
    {
      name: 'server/features',
      holds: /^server\/src\/features\/(?!.*(\.test|-test-[a-z]+)\.ts$)/,
      may: ['contract', 'server/platform'],
      mayKnow: ['server/config'],
      noun: /^server\/src\/features\/([^/]+)\//,
    },
    // The pages of the demo are shown by the app; what fills the demo stands below it.
    {
      name: 'server/play-pages',
      holds: /^server\/src\/play-[a-z]+\.ts$/,
      may: ['contract', 'server/platform', 'server/config'],
    },
    {
      name: 'server/app',
      holds: /^server\/src\/app\.ts$/,
      may: [...serverRooms, 'server/features', 'server/play-pages'],
    },
    {
      name: 'server/play',
      holds: /^server\/src\/play(-[a-z]+-seed)?\.ts$/,
      may: [...serverRooms, 'server/features', 'server/play-pages', 'server/app'],
    },
    {
      name: 'server/main',
      holds: /^server\/src\/main\.ts$/,
      may: ['server/platform', 'server/config', 'server/play-pages', 'server/app', 'server/play'],
    },
    // Commands of their own beside the server: people for the platform itself, a new signing key.
    {
      name: 'server commands',
      holds: /^server\/src\/(operator-add|keys-rotate)\.ts$/,
      may: serverRooms,
    },
    {
      name: 'server/test-house',
      holds: /^server\/src\/test-[a-z-]+\.ts$/,
      may: [...serverRooms, 'server/features', 'server/play-pages', 'server/app', 'server/play'],
    },
    {
      name: 'server/tests',
      holds: /^server\/src\/.*(\.test|-test-[a-z]+)\.ts$/,
      may: [
        ...serverRooms,
        'server/features',
        'server/play-pages',
        'server/app',
        'server/play',
        'server/test-house',
      ],
    },
    {
      name: 'web/platform',
      holds: /^web\/src\/platform\/(?!.*\.test\.ts$)/,
      may: ['contract'],
    },
    {
      name: 'web/ui',
      holds: /^web\/src\/ui\/(?!.*\.test\.ts$)/,
      may: ['contract', 'web/platform'],
    },
    {
      name: 'web/features',
      holds: /^web\/src\/features\/(?!.*\.test\.ts$)/,
      may: ['contract', 'web/platform', 'web/ui'],
      noun: /^web\/src\/features\/([^/]+)\//,
    },
    {
      name: 'web/routes',
      holds: /^web\/src\/routes\//,
      may: ['contract', 'web/platform', 'web/ui', 'web/features'],
    },
    {
      name: 'web/app',
      holds: /^web\/src\/[a-z-]+\.tsx?$|^web\/src\/routeTree\.gen\.ts$/,
      may: ['contract', 'web/platform', 'web/ui', 'web/features', 'web/routes'],
    },
    { name: 'web/public', holds: /^web\/public\//, may: [] },
    {
      name: 'web/build',
      holds: /^web\/(build\/|vite\.config\.ts$)/,
      may: ['contract', 'web/platform', 'web/ui', 'web/app'],
    },
    {
      name: 'web/tests',
      holds: /^web\/src\/.*\.test\.ts$/,
      may: ['contract', 'web/platform', 'web/ui', 'web/features'],
    },
    { name: 'tools', holds: /^tools\//, may: ['server/platform'] },
    { name: 'tests of the house', holds: /^[a-z]+\.test\.ts$/, may: ['tools'] },
    // The lines of the specification, and how a test says which it proves.
    {
      name: 'e2e/lines',
      holds: /^e2e\/specification\/(lines-|specification-lines|proof-mark|conformance-main)/,
      may: [],
    },
    // Stories go through HTTP and the screen only; Chromium is found by the tools.
    { name: 'e2e', holds: /^e2e\/(?!specification\/)/, may: ['tools', 'e2e/lines'] },
    // Proofs as well; what no screen shows yet is asked of the contract.
    {
      name: 'e2e/specification',
      holds: /^e2e\/specification\//,
      may: ['contract', 'tools', 'e2e/lines', 'e2e'],
    },
    { name: 'bench', holds: /^bench\//, may: ['contract', 'tools'] },
  ],
};

function faultsOf(tree: Tree): Fault[] {
  return [...listFaults(house, tree), ...directionFaults(house, tree), ...habitFaults(tree)];
}

test('the repository keeps the rules of its house', () => {
  const told = faultsOf(readTree(import.meta.dirname)).map(({ file, fault }) => `${file} ${fault}`);
  assert.deepEqual(told, []);
});

/** A little repository in which every listed feature has its folder and nothing is wrong. */
const sound = Object.fromEntries(
  house.features.map(({ name }) => [`server/src/features/${name}/${name}-store.ts`, '']),
);

suite('a planted fault is seen:', () => {
  for (const [name, [words, files]] of Object.entries(planted)) {
    test(name, () => {
      const faults = faultsOf(new Map(Object.entries({ ...files, ...sound, ...files })));
      const told = faults.map(({ file, fault }) => `${file} ${fault}`);
      assert.equal(told.length, 1, told.join('\n'));
      assert.match(told[0] ?? '', words);
    });
  }
});

test('sound files are left alone', () => {
  const files = {
    'server/src/features/merchants/merchants-service.ts': `import { a } from '#features/banks/banks-store.ts';
      import type { Config } from '#config.ts'; // never new Date() or import '#app.ts'
      const text = 'Math.random() and process.env';`,
    'contract/src/kit/day.ts': `import * as z from 'zod/mini'; const day = new Date('2026-01-26');`,
  };
  assert.deepEqual(faultsOf(new Map(Object.entries({ ...sound, ...files }))), []);
});
