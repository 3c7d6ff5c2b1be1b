import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a repository: path from its root, with slashes, to content. */
export type Tree = ReadonlyMap<string, string>;

/** One broken rule: the file, and what is wrong with it in words. */
export type Violation = { readonly file: string; readonly problem: string };

const ignored = new Set(['.git', 'node_modules', 'dist', 'data']);
const text = /\.(ts|tsx|mjs|js|css|sql|json|md|html|txt)$/;

/** Reads a repository without what git ignores. Images and other binary files get an empty content. */
export function readTree(root: string): Tree {
  const files = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = path.posix.join(folder, entry.name);
      if (ignored.has(entry.name) || entry.name.endsWith('.log')) continue;
      if (entry.isDirectory()) walk(place);
      else files.set(place, text.test(place) ? readFileSync(path.join(root, place), 'utf8') : '');
    }
  };
  walk('');
  return files;
}

/** Whether a file is code written by hand: the route tree and the types of the tables are generated. */
export function isCode(file: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(file) && !isGenerated(file);
}

export function isGenerated(file: string): boolean {
  return /\.gen\.ts$|\/platform\/([a-z-]+\/)?tables\.ts$/.test(file);
}

/** Whether a file is a test or belongs to tests only. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|-test-[a-z-]+\.tsx?$|^server\/src\/(testing\/|test-)/.test(file);
}

/**
 * The code with its comments replaced by spaces, and with its strings replaced by underscores;
 * `imports` keeps quoted strings, `templates` keeps template strings. Line breaks stay. It does not
 * tell a regular expression from a division: then at most the rest of a line is lost.
 */
export function bareCode(content: string, wanted: 'imports' | 'templates'): string {
  const parts =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return content.replace(parts, (part) => {
    const kept = wanted === 'imports' ? /^['"]/ : /^`/;
    return kept.test(part) ? part : part.replaceAll(/[^\n]/g, part.startsWith('/') ? ' ' : '_');
  });
}

/** One import: what it names, and whether it takes only types (so that nothing is loaded). */
export type Import = { readonly specifier: string; readonly onlyTypes: boolean };

const patterns = [
  // import x from '…', import { type A } from '…', export * from '…'
  /\b(?:import|export)\s+(?<taken>(?:type\s+)?[\w$*\s{},]+?)\s*from\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // import '…'
  /\bimport\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // import('…'), as a value or as a type
  /\bimport\s*\(\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // new URL('…', import.meta.url), as workers are named
  /\bnew\s+URL\(\s*(?<quote>['"])(?<url>[^'":]+)\k<quote>\s*,\s*import\.meta\.url/g,
];

/** Every import of a file: static, dynamic, of types, and by URL. */
export function importsOf(content: string): Import[] {
  const code = bareCode(content, 'imports');
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ groups }) => ({
      specifier: groups?.['named'] ?? `./${groups?.['url'] ?? ''}`,
      onlyTypes: takesOnlyTypes(groups?.['taken'] ?? ''),
    })),
  );
}

/** The file of the repository that an import names, or undefined when it names a package. */
export function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith('#')) return `${from.split('/')[0]}/src/${specifier.slice(1)}`;
  const inside = /^@tegeka\/([^/]+)\/(.+)$/.exec(specifier);
  return inside ? `${inside[1]}/src/${inside[2]}` : undefined;
}

/** For each code file of the repository, the code files it imports; imports of types count as well. */
export function importGraph(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>();
  for (const [file, content] of tree) {
    if (!isCode(file)) continue;
    const targets = importsOf(content)
      .map(({ specifier }) => targetOf(file, specifier))
      .filter((target) => target !== undefined)
      .filter((target) => tree.has(target) && isCode(target));
    graph.set(file, [...new Set(targets)].toSorted());
  }
  return graph;
}

function takesOnlyTypes(taken: string): boolean {
  if (/^type\s/.test(taken)) return true;
  const names = /^\{([^}]*)\}$/.exec(taken.trim())?.[1]?.split(',');
  return names?.every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
}

/** A module: which files it holds, and which modules above it, and which packages, it may import. */
export type Module = {
  readonly name: string;
  readonly holds: RegExp;
  readonly may: readonly string[];
  /** Modules of which it may import only types. */
  readonly mayTypes?: readonly string[];
  /** The only packages it may import; without it, any. */
  readonly packages?: RegExp;
  /** For modules of many features, finds the feature of a file. */
  readonly feature?: RegExp;
};

/** A feature of the server, and which of its files those below it may import besides store and service. */
export type Feature = { readonly name: string; readonly publicFiles?: readonly string[] };

/** The modules and the features of the server, each in the order in which they may import each other. */
export type Architecture = {
  readonly modules: readonly Module[];
  readonly features: readonly Feature[];
  /** Who owns the tables of a migration that is not named after its feature: by the migration's noun. */
  readonly migrations: Readonly<Record<string, string>>;
};
