// `npm run size`: prints how large the product is and compares it with its limits; `npm run size -- products` prints
// the files of a noun too.
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

/** What nouns may cost in all workspaces together, without tests: a full one, and one that is only read. */
const nounLimits = [
  { name: 'product', max: 700 },
  { name: 'bank', max: 700 },
  { name: 'session', max: 150 },
];

const maxLines = 220;

const ofNoun = (name: string) => code.filter(({ feature }) => feature === featureKey(name));

/** What `npm run size` compares: lines of code, of CSS and of nouns, files in a folder, long files. */
function figuresOf(): Figure[] {
  return [
    { name: 'contract, server, web and tools, TypeScript', now: sumOf(code), max: 68_000 },
    { name: 'CSS', now: sumOf(css), max: 2200 },
    ...nounLimits.map(({ name, max }) => ({ name: `${name}s`, now: sumOf(ofNoun(name)), max })),
    {
      name: 'code files in one folder',
      now: Math.max(...filesByFolder(tree).values()),
      max: 20,
    },
    {
      name: `product files over ${maxLines} lines`,
      now: code.filter(({ lines }) => lines > maxLines).length,
      max: 0,
    },
  ];
}

const figures = figuresOf().map(({ name, now, max }) => {
  return [name, now, max, now <= max ? '' : `${now - max} too many`];
});

print('Lines by module', modules());
print('Lines by feature', featureRows());
print('Lines of a screen: those no other screen uses, and those it shares', screens());
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
for (const name of process.argv.slice(2))
  print(`Files of ${name}`, [
    ...ofNoun(name).map(({ file, lines }) => [file, lines]),
    ['all', sumOf(ofNoun(name))],
  ]);
