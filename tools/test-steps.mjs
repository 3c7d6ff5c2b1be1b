import { findChromium } from './chromium.mjs';
import { buildWeb } from './web-build.mjs';

/**
 * One step of `npm test`. `programs` are checks: scripts of packages with their arguments. `tests` are
 * patterns of test files; the slow ones in `first` are started first, so that none runs alone at the
 * end. `setup` is a module that starts what all test files share. `judge` is a program that then checks
 * the proofs of the specification. `work` runs in this process.
 * @typedef {{
 *   name: string, title: string, database?: boolean, environment?: () => NodeJS.ProcessEnv,
 *   atOnce?: number, setup?: string[], programs?: string[][], tests?: string[], first?: string[],
 *   judge?: string[], work?: (node: string) => Promise<void>,
 * }} TestStep
 */

const projects = [
  '.',
  'contract',
  'contract/tsconfig.test.json',
  'server',
  'web',
  'web/tsconfig.node.json',
  'e2e',
  'bench',
];

/**
 * What `npm test` does, in this order.
 * @type {TestStep[]}
 */
export const testSteps = [
  { name: 'format', title: 'Format', programs: [['oxfmt/bin/oxfmt', '--check']] },
  { name: 'lint', title: 'Lint', programs: [['oxlint/bin/oxlint', '--deny-warnings']] },
  {
    name: 'types',
    title: 'Types',
    programs: projects.map((project) => ['typescript/bin/tsc', '-p', project]),
  },
  { name: 'unused', title: 'Unused files, exports and packages', programs: [['knip/bin/knip.js']] },
  { name: 'rules', title: 'Architecture and documents', tests: ['*.test.ts'] },
  { name: 'build', title: 'Build of the web app', work: buildWeb },
  {
    name: 'unit',
    title: 'Unit and HTTP tests',
    database: true,
    // Many tests wait for jobs and timers, so a third process is useful even on two cores.
    atOnce: 3,
    first: ['server/src/fuzz.test.ts', 'server/src/testing/simulation/simulation.test.ts'],
    tests: ['contract/src', 'server/src', 'web/src', 'web/build', 'bench'].map(
      (at) => `${at}/**/*.test.ts`,
    ),
  },
  {
    name: 'browser',
    title: 'Browser tests',
    database: true,
    environment: () => ({ CHROMIUM: findChromium() }),
    setup: ['e2e', 'environment', 'test-run.ts'],
    first: [
      'e2e/development/development.e2e.ts',
      'e2e/a-payer-consents.e2e.ts',
      'e2e/a-debit-from-consent-to-payout.e2e.ts',
      'e2e/business-signs-up.e2e.ts',
      'e2e/upload-network-faults.e2e.ts',
      'e2e/restarts.e2e.ts',
      'e2e/specification/sign-in.e2e.ts',
      'e2e/specification/routes.e2e.ts',
    ],
    tests: ['e2e/**/*.e2e.ts'],
    judge: ['e2e', 'specification', 'conformance-main.ts'],
  },
];
