// `npm run size`: prints how large the product is and compares it with its limits.
import path from 'node:path';
import { filesByFolder } from '../architecture/architecture-files.ts';
import { readTree } from '../architecture/architecture-tree.ts';
import { featureKey, type ProductFile, productFiles, screensOf, sumOf } from './size-files.ts';

const tree = readTree(path.resolve(import.meta.dirname, '../..'));
const files = productFiles(tree);
const code = files.filter(({ css }) => !css);
const css = files.filter((file) => file.css);

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

function modules(): (string | number)[][] {
  const names = [...new Set(files.map(({ module }) => module))].toSorted();
  const ofModule = (all: readonly ProductFile[], name: string) =>
    sumOf(all.filter(({ module }) => module === name));
  return [
    ['module', 'TypeScript', 'CSS'],
    ...names.map((name) => [name, ofModule(code, name), ofModule(css, name)]),
    ['all', sumOf(code), sumOf(css)],
  ];
}

function featureRows(): (string | number)[][] {
  const names = [...new Set(files.flatMap(({ feature }) => feature ?? []))].toSorted();
  const parts = ['contract/src/', 'server/src/features/', 'web/src/features/', 'web/src/routes/'];
  const rows = names.map((name) => {
    const own = code.filter(({ feature }) => feature === name);
    const lines = parts.map((part) => sumOf(own.filter(({ file }) => file.startsWith(part))));
    return [name, ...lines, sumOf(own), sumOf(css.filter(({ feature }) => feature === name))];
  });
  return [['feature', 'contract', 'server', 'web', 'routes', 'all', 'CSS'], ...rows];
}

function screens(): (string | number)[][] {
  const found = screensOf(tree, files);
  const inWeb = (all: readonly ProductFile[]) =>
    Math.round(sumOf(all.filter(({ file }) => file.startsWith('web/src/'))) / found.length);
  return [
    ['screen', 'own', 'shared'],
    ...found.map(({ file, own, shared }) => [file.replace('web/src/routes/', ''), own, shared]),
    [`web/src for each of ${found.length}: TypeScript, CSS`, inWeb(code), inWeb(css)],
  ];
}

/** A figure and its limit. */
type Figure = { readonly name: string; readonly now: number; readonly max: number };

/** Lines a feature may have in the web app and in the server. Features that belong together are summed. */
const featureLimits = [
  { name: 'customers', features: ['customers'], web: 900, server: 400 },
  { name: 'imports', features: ['imports'], web: 1000, server: 1300 },
  {
    name: 'profile and changes',
    features: ['profile', 'changes', 'merchant-changes'],
    web: 650,
    server: 450,
  },
  { name: 'approvals', features: ['approvals'], web: 450, server: 700 },
];
/** Shorter product files count as crumbs, except route files and manifests. */
const crumbLines = 25;
const mayBeShort = /^web\/src\/routes\/|-routes\.ts$|\.feature\.ts$|\.css$/;

/** What `npm run size` compares: lines of code, of CSS and of features, files in a folder, crumbs. */
function figuresOf(): Figure[] {
  const lines = (workspace: string, names: readonly string[]) =>
    sumOf(
      code.filter(
        ({ file, feature }) =>
          (file.startsWith(`${workspace}/src/features/`) &&
            feature !== undefined &&
            names.map(featureKey).includes(feature)) ||
          // On the web imports are a kit.
          names.some((name) => file.startsWith(`${workspace}/src/ui/${name}/`)),
      ),
    );
  return [
    { name: 'contract, server, web and tools, TypeScript', now: sumOf(code), max: 27_000 },
    { name: 'CSS', now: sumOf(css), max: 2200 },
    ...featureLimits.flatMap(({ name, features, web, server }) => [
      { name: `${name}: web`, now: lines('web', features), max: web },
      { name: `${name}: server`, now: lines('server', features), max: server },
    ]),
    {
      name: 'code files in one folder',
      now: Math.max(...filesByFolder(tree).values()),
      max: 20,
    },
    { name: `product files under ${crumbLines} lines`, now: crumbsOf().length, max: 5 },
  ];
}

function crumbsOf(): ProductFile[] {
  return files.filter(({ file, lines }) => lines < crumbLines && !mayBeShort.test(file));
}

const figures = figuresOf().map(({ name, now, max }) => {
  return [name, now, max, now <= max ? '' : `${now - max} too many`];
});

print('Lines by module', modules());
print('Lines by feature', featureRows());
print('Lines of a screen: those no other screen uses, and those it shares', screens());
print(
  `Product files under ${crumbLines} lines, route files, manifests and CSS aside`,
  crumbsOf().map(({ file, lines }) => [file, lines]),
);
print(
  'Largest files',
  code
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, 10)
    .map(({ file, lines }) => [file, lines]),
);
print(
  'Folders with most code files',
  [...filesByFolder(tree)].toSorted(([, a], [, b]) => b - a).slice(0, 10),
);
print('Sizes to reach', [['', 'now', 'at most', ''], ...figures]);
