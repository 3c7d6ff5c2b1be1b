/** Planted faults for architecture.test.ts: what the checker must say, and the files that hold the fault. */
export const planted: Record<string, readonly [words: RegExp, files: Record<string, string>]> = {
  'a feature that uses one below it': [
    /merchants is below banks/,
    {
      'server/src/features/banks/banks-verbs.ts': `import { a } from '#features/merchants/merchants-store.ts';`,
    },
  ],
  'a feature that uses more than the doors of one above it': [
    /only its store and verbs/,
    {
      'server/src/features/merchants/merchants-service.ts': `import { a } from '../banks/banks-routes.ts';`,
    },
  ],
  'a type taken from below': [
    /merchants is below banks/,
    {
      'server/src/features/banks/banks-verbs.ts': `type A = import('#features/merchants/merchants-store.ts').A;`,
    },
  ],
  'a dynamic import of another web feature': [
    /strangers/,
    {
      'web/src/features/banks/bank-list.tsx': `const a = () => import('#features/merchant/merchant-card.tsx');`,
    },
  ],
  'the frame using a feature': [
    /server\/platform may not use server\/features/,
    { 'server/src/platform/http/serve.ts': `export * from '../features/banks/banks-store.ts';` },
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
    { 'web/src/platform/call/call.ts': `import { b } from '../../../server/src/platform/log.ts';` },
  ],
  'a story that looks behind the screen': [
    /e2e may not use contract/,
    { 'e2e/business.e2e.ts': `import { BANKS } from '@tegeka/contract/banks.ts';` },
  ],
  'the agreement doing input and output': [
    /may not use this package/,
    { 'contract/src/kit/money.ts': `import { readFile } from 'node:fs/promises';` },
  ],
  'a file outside every room': [/belongs to no room/, { 'server/src/loose.ts': '' }],
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
  'a long file': [/has 251 lines/, { 'server/src/platform/log.ts': 'a;\n'.repeat(251) }],
  'time outside the frame': [
    /uses new Date\(\)/,
    { 'contract/src/kit/day.ts': 'const now = new Date();' },
  ],
  'chance outside the frame': [
    /uses Math\.random/,
    { 'web/src/ui/page-title.tsx': 'const id = `x${Math.random()}`;' },
  ],
  'the environment outside the settings': [
    /reads process\.env/,
    { 'server/src/platform/log.ts': `const level = process.env['LEVEL'];` },
  ],
};
