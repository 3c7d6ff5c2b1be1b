import { importGraph, type Tree } from '../architecture/architecture-tree.ts';
import type { ProductFile } from './size-files.ts';

/** A screen, the lines of code that no other screen reaches, and the lines it shares with others. */
export type Screen = { readonly file: string; readonly own: number; readonly shared: number };

/** Routes that draw nothing of their own: redirects, layouts, and sections that are not built yet. */
const nothing = /component: (Outlet|\(\) => null|\(\) => <DashboardSection )/;

/** Every route that draws a screen or a drawer, the most expensive first. */
export function screensOf(tree: Tree, files: readonly ProductFile[]): Screen[] {
  const graph = importGraph(tree);
  const lines = new Map(files.map(({ file, lines: count }) => [file, count]));
  const routes = [...tree].filter(
    ([file, content]) =>
      /^web\/src\/routes\/(?!__root|.*\/-).*\.tsx$/.test(file) &&
      content.includes('component: ') &&
      !nothing.test(content),
  );
  const reached = new Map(routes.map(([file]) => [file, reachedFrom(graph, file)]));
  const users = new Map<string, number>();
  for (const file of [...reached.values()].flatMap((found) => [...found])) {
    users.set(file, (users.get(file) ?? 0) + 1);
  }
  const sum = (found: readonly string[]) =>
    found.reduce((total, file) => total + (lines.get(file) ?? 0), 0);
  return [...reached]
    .map(([file, found]) => ({
      file,
      own: sum([...found].filter((one) => users.get(one) === 1)),
      shared: sum([...found].filter((one) => users.get(one) !== 1)),
    }))
    .toSorted((a, b) => b.own - a.own || a.file.localeCompare(b.file, 'en'));
}

/** The route and all files of the web app that it imports, directly or not. */
function reachedFrom(graph: ReadonlyMap<string, readonly string[]>, route: string): Set<string> {
  const reached = new Set([route]);
  for (const file of reached) {
    for (const next of graph.get(file) ?? []) if (next.startsWith('web/src/')) reached.add(next);
  }
  return reached;
}
