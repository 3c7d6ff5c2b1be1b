// `npm run size`: prints how large the product is and compares it with its limits.
import path from 'node:path';
import { filesByFolder } from '../architecture/architecture-files.ts';
import { isGenerated, isTestFile, readTree } from '../architecture/architecture-tree.ts';

const product =
  /^((contract|server|web)\/(src|build)|tools)\/.*\.(tsx?|mjs|css)$|^web\/vite\.config\.ts$/;
const tree = readTree(path.resolve(import.meta.dirname, '../..'));

/** Lines, empty ones and comments included, of every file without tests, what only tests use, and generated ones. */
const linesOf = new Map(
  [...tree]
    .filter(([file]) => product.test(file) && !isGenerated(file) && !isTestFile(file))
    .filter(([file]) => !path.posix.basename(file).startsWith('test-'))
    .map(([file, content]) => [file, content.replace(/\n$/, '').split('\n').length] as const),
);
const code = /\.(tsx?|mjs)$/;
const css = /\.css$/;

/** The lines of files in some folders. */
function lines(kind: RegExp, ...folders: readonly string[]): number {
  return [...linesOf]
    .filter(([file]) => kind.test(file) && folders.some((folder) => file.startsWith(folder)))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** Folders that files stand in, at a depth below the root: `server/src/features/banks/` at 4. */
function foldersAt(depth: number, within = ''): string[] {
  const folders = [...linesOf.keys()].map((file) => file.split('/').slice(0, -1));
  const found = folders.map((parts) => `${parts.slice(0, depth).join('/')}/`);
  return [...new Set(found)].filter((folder) => folder.startsWith(within)).toSorted();
}

function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  console.log(`\n${title}`);
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  for (const row of rows) {
    const cells = row.map((cell, at) => {
      const width = widths?.[at] ?? 0;
      return at === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
    });
    console.log(`  ${cells.join('  ').trimEnd()}`);
  }
}

const table = (folders: readonly string[]) => [
  ['', 'TypeScript', 'CSS'],
  ...folders.map((folder) => [folder, lines(code, folder), lines(css, folder)]),
];

/** Lines that features may have in the web app and in the server. On the web imports are a kit. */
const featureLimits = [
  { name: 'customers', features: ['customers'], web: 900, server: 400 },
  { name: 'imports', features: ['imports'], web: 900, server: 1200 },
  {
    name: 'profile and changes',
    features: ['profile', 'changes', 'merchant-changes'],
    web: 650,
    server: 450,
  },
  { name: 'approvals', features: ['approvals'], web: 450, server: 700 },
];
/** Product files under this many lines are crumbs, route files and manifests aside. */
const crumbLines = 25;
const mayBeShort = /^web\/src\/routes\/|-routes\.ts$|\.feature\.ts$|\.css$/;
const crumbs = [...linesOf].filter(([file, count]) => count < crumbLines && !mayBeShort.test(file));

/** What is measured, how much it is, and the most that it should be. */
const figures: readonly (readonly [name: string, now: number, most: number])[] = [
  ['contract, server, web and tools, TypeScript', lines(code, ''), 27_000],
  ['CSS', lines(css, ''), 2200],
  ...featureLimits.flatMap(({ name, features, web, server }) => {
    const foldersIn = (place: string) => features.map((feature) => `${place}/${feature}/`);
    const onWeb = [...foldersIn('web/src/features'), ...foldersIn('web/src/ui')];
    return [
      [`${name}: web`, lines(code, ...onWeb), web],
      [`${name}: server`, lines(code, ...foldersIn('server/src/features')), server],
    ] as const;
  }),
  ['code files in one folder', Math.max(...filesByFolder(tree).values()), 20],
  [`product files under ${crumbLines} lines`, crumbs.length, 5],
];

print('Lines by module', table(foldersAt(3)));
print('Lines by feature', [
  ...table(foldersAt(4, 'server/src/features/')),
  ...table(foldersAt(4, 'web/src/features/')).slice(1),
]);
print(`Product files under ${crumbLines} lines, route files, manifests and CSS aside`, crumbs);
print('Sizes to reach', [
  ['', 'now', 'at most', ''],
  ...figures.map(([name, now, most]) => [
    name,
    now,
    most,
    now <= most ? '' : `${now - most} too many`,
  ]),
]);
