import path from 'node:path';
import {
  importGraph,
  isGenerated,
  isTestFile,
  type Tree,
} from '../architecture/architecture-tree.ts';

/** A file of the product and its lines, empty ones and comments included. */
export type ProductFile = {
  readonly file: string;
  readonly lines: number;
  readonly css: boolean;
  /** `server/platform`, `web/features` and so on; a workspace itself for the files directly in it. */
  readonly module: string;
  /** The feature as {@link featureKey}; undefined where it belongs to none. */
  readonly feature?: string;
};

const product = /^(contract|server|web)\/(src|build)\/.*\.(tsx?|css)$|^tools\/.*\.(ts|mjs)$/;

/** TypeScript, JavaScript of the tools and CSS, without tests, what only tests use, and generated files. */
export function productFiles(tree: Tree): ProductFile[] {
  const files = [...tree.keys()]
    .filter((file) => product.test(file) || file === 'web/vite.config.ts')
    .filter((file) => !isGenerated(file) && !isTestFile(file))
    .filter((file) => !path.posix.basename(file).startsWith('test-'));
  const features = featureNames(files);
  return files.toSorted().map((file) => {
    const feature = featureOf(file, features);
    return {
      file,
      lines: linesOf(tree.get(file) ?? ''),
      css: file.endsWith('.css'),
      module: moduleName(file),
      ...(feature !== undefined && { feature }),
    };
  });
}

function linesOf(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
}

function moduleName(file: string): string {
  const [workspace = '', ...folders] = path.posix.dirname(file).split('/');
  return [workspace, ...folders.filter((folder) => folder !== 'src').slice(0, 1)].join('/');
}

/** One name for a feature that is in the singular in one workspace and in the plural in another. */
export function featureKey(name: string): string {
  return name
    .split('-')
    .map((word) => word.replace(/s$/, ''))
    .join('-');
}

function featureNames(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => folderOf(file) ?? []));
}

function folderOf(file: string): string | undefined {
  const name = /^(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1];
  return name === undefined ? undefined : featureKey(name);
}

/** The feature's folder; in the contract and among the routes the last feature that the path names. */
function featureOf(file: string, features: ReadonlySet<string>): string | undefined {
  const named = /^(?:contract\/src\/(?!kit\/)|web\/src\/routes\/)(.*)\.tsx?$/.exec(file)?.[1];
  if (named === undefined) return folderOf(file);
  const name = `-${featureKey(named.replaceAll(/\W+/g, '-'))}-`;
  const end = (feature: string) => name.lastIndexOf(`-${feature}-`) + feature.length;
  return [...features]
    .filter((feature) => name.includes(`-${feature}-`))
    .toSorted((a, b) => end(b) - end(a) || b.length - a.length)[0];
}

export function sumOf(files: readonly ProductFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0);
}

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
