import { fileViolations } from './architecture-files.ts';
import { tableViolations } from './architecture-tables.ts';
import {
  type Architecture,
  type Import,
  importGraph,
  importsOf,
  isCode,
  type Module,
  targetOf,
  type Tree,
  type Violation,
} from './architecture-tree.ts';

/** Every broken rule of a repository as `file problem`. Lint sees long files. */
export function violationsOf(architecture: Architecture, tree: Tree): string[] {
  return [
    ...listViolations(architecture, tree),
    ...directionViolations(architecture, tree),
    ...cycleViolations(tree),
    ...tableViolations(architecture, tree),
    ...fileViolations(tree),
  ].map(({ file, problem }) => `${file} ${problem}`);
}

/** Endings of the files of a feature that features below it may import. */
const publicFilesOfAll = ['store', 'service'];

function moduleOf(architecture: Architecture, file: string): Module | undefined {
  return architecture.modules.find((module) => module.holds.test(file));
}

function directionViolations(architecture: Architecture, tree: Tree): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!isCode(file)) return [];
    const module = moduleOf(architecture, file);
    if (!module) return [{ file, problem: 'belongs to no module of architecture.test.ts' }];
    return importsOf(content).flatMap((taken) => {
      const problem = problemOf(architecture, module, file, taken);
      return problem ? [{ file, problem: `imports ${taken.specifier}: ${problem}` }] : [];
    });
  });
}

/** Cycles of imports. Lint does not see those that go through a worker, which is named by its URL. */
function cycleViolations(tree: Tree): Violation[] {
  const graph = importGraph(tree);
  const done = new Set<string>();
  const cycles: Violation[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      const problem = `is in a cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`;
      cycles.push({ file, problem });
    } else if (!done.has(file)) {
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    }
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** Where the lists of modules and features are in the wrong order or do not fit the folders. */
function listViolations(architecture: Architecture, tree: Tree): Violation[] {
  const file = 'architecture.test.ts';
  const names = architecture.modules.map((module) => module.name);
  const downward = architecture.modules.flatMap((module, place) =>
    module.may
      .filter((other) => !names.slice(0, place).includes(other))
      .map((other) => ({
        file,
        problem: `${module.name} may use ${other}, which is not above it`,
      })),
  );
  const folders = new Set(
    [...tree.keys()].flatMap((path) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? []),
  );
  const listed = architecture.features.map((feature) => feature.name);
  const missing = [...folders].filter((name) => !listed.includes(name));
  const gone = listed.filter((name) => !folders.has(name));
  return [
    ...downward,
    ...missing.map((name) => ({ file, problem: `does not list the feature ${name}` })),
    ...gone.map((name) => ({ file, problem: `lists the feature ${name}, which has no folder` })),
  ];
}

function problemOf(
  architecture: Architecture,
  module: Module,
  file: string,
  taken: Import,
): string | undefined {
  const target = targetOf(file, taken.specifier);
  if (target === undefined) {
    return module.packages?.test(taken.specifier) === false
      ? `${module.name} may not use this package`
      : undefined;
  }
  const other = moduleOf(architecture, target);
  if (!other) return isCode(target) ? 'leads into no module' : undefined;
  if (other === module) return featureProblem(architecture, module, file, target);
  if (module.may.includes(other.name)) return undefined;
  if (!module.mayTypes?.includes(other.name)) return `${module.name} may not use ${other.name}`;
  return taken.onlyTypes ? undefined : `${module.name} may take only types of ${other.name}`;
}

function featureProblem(
  architecture: Architecture,
  module: Module,
  file: string,
  target: string,
): string | undefined {
  if (!module.feature) return undefined;
  const own = module.feature.exec(file)?.[1];
  const other = module.feature.exec(target)?.[1];
  if (own === other) return undefined;
  if (!file.startsWith('server/')) return `features of the web do not import each other`;
  const order = architecture.features.map((feature) => feature.name);
  if (order.indexOf(other ?? '') > order.indexOf(own ?? '')) return `${other} is below ${own}`;
  const publicFiles =
    architecture.features.find((feature) => feature.name === other)?.publicFiles ?? [];
  const name = /-([a-z]+)\.ts$/.exec(target)?.[1] ?? '';
  return [...publicFilesOfAll, ...publicFiles].includes(name)
    ? undefined
    : `of ${other} only its store and service may be used`;
}
