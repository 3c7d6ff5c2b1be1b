import { importGraph } from './architecture-imports.ts';
import type { Tree, Violation } from './architecture-tree.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Every group of files that import each other in a circle, imports of types included. One violation a
 * group: its first file by name, and the shortest circle from there.
 */
export function cycleViolations(tree: Tree): Violation[] {
  const graph = importGraph(tree);
  const reported = new Set<string>();
  return [...graph.keys()].toSorted().flatMap((file) => {
    if (reported.has(file)) return [];
    const circle = shortestCircle(graph, file);
    if (!circle) return [];
    const reached = reachableFrom(graph, file);
    for (const other of reached) {
      if (reachableFrom(graph, other).has(file)) reported.add(other);
    }
    return [{ file, problem: `imports itself in a circle: ${circle.join(' → ')}` }];
  });
}

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(graph.get(file) ?? []));
  }
  return reached;
}

/** Breadth-first search from a file back to itself. */
function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const previous = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathTo(previous, start, file), start];
      if (previous.has(next)) continue;
      previous.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(previous: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const path = [end];
  for (let file = end; file !== start;) {
    file = previous.get(file) ?? start;
    path.unshift(file);
  }
  return path;
}
