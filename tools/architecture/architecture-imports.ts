import path from 'node:path';
import { bareCode, isCode, type Tree } from './architecture-tree.ts';

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
  /\bnew\s+URL\(\s*(?<quote>['"])(?<named>\.[^'"]+)\k<quote>\s*,\s*import\.meta\.url/g,
];

/** Every import of a file: static, dynamic, of types, and by URL. */
export function importsOf(content: string): Import[] {
  const code = bareCode(content, 'imports');
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ groups }) => ({
      specifier: groups?.['named'] ?? '',
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
