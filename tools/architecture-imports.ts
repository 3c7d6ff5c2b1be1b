import path from 'node:path';
import { bareCode } from './architecture-tree.ts';

/** One import: what is named, and whether only its types are taken (nothing of it runs). */
export type Import = { readonly specifier: string; readonly onlyTypes: boolean };

const ways = [
  // import x from '…', import { type A } from '…', export * from '…'
  /\b(?:import|export)\s+(?<taken>(?:type\s+)?[\w$*\s{},]+?)\s*from\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // import '…'
  /\bimport\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // import('…'), as a value or as a type
  /\bimport\s*\(\s*(?<quote>['"])(?<named>[^'"]+)\k<quote>/g,
  // new URL('…', import.meta.url), as workers are named
  /\bnew\s+URL\(\s*(?<quote>['"])(?<named>\.[^'"]+)\k<quote>\s*,\s*import\.meta\.url/g,
];

/** Every import in a program text: static, dynamic, of types, and by URL. */
export function importsOf(content: string): Import[] {
  const code = bareCode(content, 'imports');
  return ways.flatMap((way) =>
    [...code.matchAll(way)].map(({ groups }) => ({
      specifier: groups?.['named'] ?? '',
      onlyTypes: takesOnlyTypes(groups?.['taken'] ?? ''),
    })),
  );
}

/** The file of the repository an import leads to, or nothing when it leads to a package. */
export function targetOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith('#')) return `${from.split('/')[0]}/src/${specifier.slice(1)}`;
  const inside = /^@tegeka\/([^/]+)\/(.+)$/.exec(specifier);
  return inside ? `${inside[1]}/src/${inside[2]}` : undefined;
}

function takesOnlyTypes(taken: string): boolean {
  if (/^type\s/.test(taken)) return true;
  const names = /^\{([^}]*)\}$/.exec(taken.trim())?.[1]?.split(',');
  return names?.every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
}
