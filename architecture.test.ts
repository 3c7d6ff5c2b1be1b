import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violationsOf } from './tools/architecture/architecture-modules.ts';
import { type Architecture, readTree } from './tools/architecture/architecture-tree.ts';

const serverModules = ['contract', 'server/platform', 'server/config', 'server/identity'];

/**
 * The modules of the repository. A module may import the modules it names, which all stand above it.
 * The settings are read in server/config and handed in, so the other modules of the server import only
 * their types. Tests may import everything of their own workspace.
 */
const architecture: Architecture = {
  // A feature may import the store and the service of the features above it, and the files named here.
  features: [
    { name: 'files' },
    { name: 'settings' },
    { name: 'calendar', publicFiles: ['days'] },
    // Who takes and sends files of debits and payouts, and how each of them works.
    { name: 'channels' },
    // What is approved, and what an approval does, is said by the features below with these types.
    { name: 'approvals', publicFiles: ['actions', 'changes', 'policies', 'snapshot'] },
    { name: 'banks' },
    { name: 'merchants', publicFiles: ['details', 'messages', 'notify', 'references', 'snapshot'] },
    { name: 'pricing', publicFiles: ['price'] },
    // What is made of the rows of files is said by the features below with these types.
    { name: 'imports', publicFiles: ['kind'] },
    { name: 'customers', publicFiles: ['import'] },
    { name: 'merchant-changes' },
    { name: 'products' },
    {
      name: 'mandates',
      publicFiles: ['answers', 'payer', 'list', 'request', 'collectable', 'outcomes', 'notify'],
    },
    { name: 'bulk-consent-requests' },
    { name: 'ledger', publicFiles: ['flows-store', 'statements-store'] },
    // What clearing tells of debits, and what it takes into files.
    {
      name: 'debits',
      publicFiles: [
        'answers',
        'booked',
        'figures',
        'money',
        'outcomes',
        'views',
        'submission',
        'withdrawal',
        'sessions',
        'timers',
        'effects',
        'settled',
      ],
    },
    { name: 'payouts', publicFiles: ['submission', 'answers'] },
    { name: 'clearing' },
    { name: 'disputes' },
    { name: 'payers' },
    { name: 'billing' },
    { name: 'analytics' },
    { name: 'summaries' },
    { name: 'saved-views' },
    { name: 'first-steps' },
    { name: 'search' },
  ],
  // Owners of the tables of migrations that are not named after a feature.
  migrations: {
    platform: 'platform',
    lists: 'platform',
    tasks: 'platform',
    files: 'platform',
    sessions: 'identity',
    billing: 'debits',
  },
  modules: [
    {
      name: 'contract',
      holds: /^contract\/src\/(?!.*\.test\.ts$)/,
      may: [],
      packages: /^zod(\/|$)/,
    },
    { name: 'contract/tests', holds: /^contract\/src\/.*\.test\.ts$/, may: ['contract'] },
    {
      name: 'server/platform',
      holds: /^server\/src\/platform\/(?!.*\.test\.ts$)/,
      may: ['contract'],
      mayTypes: ['server/config'],
    },
    {
      name: 'server/config',
      holds: /^server\/src\/config(-values)?\.ts$/,
      may: ['contract', 'server/platform'],
    },
    {
      name: 'server/identity',
      holds: /^server\/src\/identity\/(?!.*\.test\.ts$)/,
      may: ['contract', 'server/platform'],
      mayTypes: ['server/config'],
    },
    {
      name: 'server/features',
      holds: /^server\/src\/features\/(?!.*(\.test|-test-[a-z]+)\.ts$)/,
      may: ['contract', 'server/platform'],
      mayTypes: ['server/config'],
      feature: /^server\/src\/features\/([^/]+)\//,
    },
    // The banks at the other end in a sandbox: they know the messages, and nothing else of the features.
    {
      name: 'server/simulator',
      holds: /^server\/src\/simulator\/(?!.*\.test\.ts$)/,
      may: ['contract', 'server/features'],
    },
    // The app shows the pages of the demo; what fills the demo uses the app.
    {
      name: 'server/demo-pages',
      holds: /^server\/src\/demo\/demo-(guide|pages|actions|links|files|businesses)\.ts$/,
      may: ['contract', 'server/platform', 'server/config', 'server/features'],
    },
    {
      name: 'server/app',
      holds: /^server\/src\/app(-features)?\.ts$/,
      may: [...serverModules, 'server/features', 'server/simulator', 'server/demo-pages'],
    },
    {
      name: 'server/demo',
      holds: /^server\/src\/demo\/[a-z-]+\.ts$/,
      may: [...serverModules, 'server/features', 'server/demo-pages', 'server/app'],
    },
    {
      name: 'server/main',
      holds: /^server\/src\/main\.ts$/,
      may: ['server/platform', 'server/config', 'server/demo-pages', 'server/app', 'server/demo'],
    },
    // Commands beside the server: the first operator, a new signing key, the realm of another provider.
    {
      name: 'server commands',
      holds: /^server\/src\/(operator-add|keys-rotate|realm-write|docs-write)\.ts$/,
      may: [...serverModules, 'server/app'],
    },
    {
      name: 'server/testing',
      holds: /^server\/src\/(?!.*\.test\.ts$)(testing\/|.*-test-[a-z-]+\.ts$)/,
      may: [
        ...serverModules,
        'server/features',
        'server/demo-pages',
        'server/simulator',
        'server/app',
        'server/demo',
      ],
    },
    {
      name: 'server/tests',
      holds: /^server\/src\/.*\.test\.ts$/,
      may: [
        ...serverModules,
        'server/features',
        'server/demo-pages',
        'server/simulator',
        'server/app',
        'server commands',
        'server/demo',
        'server/testing',
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
      feature: /^web\/src\/features\/([^/]+)\//,
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
    // Components in all their states, for `npm run dev`: nothing of the product imports it.
    {
      name: 'web/gallery',
      holds: /^web\/gallery\//,
      may: ['contract', 'web/platform', 'web/ui', 'web/features', 'web/app'],
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
    { name: 'tools', holds: /^tools\//, may: ['server/platform', 'server/testing', 'web/build'] },
    { name: 'tests of the repository', holds: /^[a-z-]+\.test\.ts$/, may: ['tools', 'contract'] },
    // The lines of the specification, and how a test says which it proves.
    {
      name: 'e2e/lines',
      holds: /^e2e\/specification\/(lines-|specification-lines|proof-report|conformance-main)/,
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

test('the repository keeps the rules of its architecture', () => {
  assert.deepEqual(violationsOf(architecture, readTree(import.meta.dirname)), []);
});
