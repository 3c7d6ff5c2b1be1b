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

/** Whether a program writes this file. */
export function isGenerated(file: string): boolean {
  return /\.gen\.ts$|\/platform\/([a-z-]+\/)?tables\.ts$/.test(file);
}

/** Whether a file is a test or belongs to tests only. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$|-test-[a-z-]+\.tsx?$|^server\/src\/(testing\/|test-)/.test(file);
}

/**
 * The code with its comments replaced by spaces, and also, unless they are wanted, with its strings
 * (`imports` keeps plain quotes, `templates` keeps templates) replaced by underscores. Line breaks stay.
 * It does not tell a regular expression from a division, which costs it at most the rest of a line.
 */
export function bareCode(content: string, wanted: 'imports' | 'templates'): string {
  const parts =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return content.replace(parts, (part) => {
    const kept = wanted === 'imports' ? /^['"]/ : /^`/;
    return kept.test(part) ? part : part.replaceAll(/[^\n]/g, part.startsWith('/') ? ' ' : '_');
  });
}
