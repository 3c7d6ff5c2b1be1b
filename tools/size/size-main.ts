// `npm run size`: prints how large the product is and compares it with its limits.
import path from 'node:path';
import { filesByFolder } from '../architecture/architecture-files.ts';
import { readTree } from '../architecture/architecture-tree.ts';
import { type ProductFile, productFiles, sumOf } from './size-files.ts';
import { crumbLines, crumbsOf, figuresOf } from './size-limits.ts';
import { screensOf } from './size-screens.ts';

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

const byCount = (a: readonly [string, number], b: readonly [string, number]) =>
  b[1] - a[1] || a[0].localeCompare(b[0], 'en');

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

function features(): (string | number)[][] {
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

const figures = figuresOf(tree, files).map(({ name, now, most }) => {
  return [name, now, most, now <= most ? '' : `${now - most} too many`];
});

print('Lines by module', modules());
print('Lines by feature', features());
print('Lines of a screen: those no other screen uses, and those it shares', screens());
print('Code files by folder, tests aside', [...filesByFolder(tree)].toSorted(byCount).slice(0, 15));
print(
  'Largest files',
  files
    .map(({ file, lines }) => [file, lines] as const)
    .toSorted(byCount)
    .slice(0, 15),
);
print(
  `Product files under ${crumbLines} lines, route files, manifests and CSS aside`,
  crumbsOf(files).map(({ file, lines }) => [file, lines]),
);
print('Sizes to reach', [['', 'now', 'at most', ''], ...figures]);
