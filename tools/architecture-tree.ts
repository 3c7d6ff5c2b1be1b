import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a repository: path from its root, with slashes, to content. */
export type Tree = ReadonlyMap<string, string>;

/** One broken rule: where, and what is wrong in words. */
export type Fault = { readonly file: string; readonly fault: string };

const elsewhere = new Set(['.git', 'node_modules', 'dist', 'data']);
const text = /\.(ts|tsx|mjs|js|css|sql|json|md|html|txt)$/;

/** Reads a repository; what git ignores is left out, and pictures and the like have no content. */
export function readTree(root: string): Tree {
  const files = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = path.posix.join(folder, entry.name);
      if (elsewhere.has(entry.name) || entry.name.endsWith('.log')) continue;
      if (entry.isDirectory()) walk(place);
      else files.set(place, text.test(place) ? readFileSync(path.join(root, place), 'utf8') : '');
    }
  };
  walk('');
  return files;
}

/** Whether a file is program text written by us: products of the router and of the schema are not. */
export function isCode(file: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(file) && !/\.gen\.ts$|\/platform\/tables\.ts$/.test(file);
}

/**
 * The program text without its comments, and without what stands in quotes unless that is wanted;
 * line breaks stay. A simple reader: it does not know regular expressions from divisions, which costs
 * it at most the rest of a line.
 */
export function bareCode(content: string, wanted: 'imports' | 'expressions'): string {
  const parts =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return content.replace(parts, (part) => {
    // Templates hold expressions but no import; plain quotes hold what an import names.
    const kept = wanted === 'imports' ? /^['"]/ : /^`/;
    return kept.test(part) ? part : part.replaceAll(/[^\n]/g, part.startsWith('/') ? ' ' : '_');
  });
}
