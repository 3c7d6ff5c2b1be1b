import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from 'vite';

/** What a page needs: scripts to fetch at once, and style sheets. Paths below the client folder. */
export interface PageAssets {
  entry: string;
  scripts: string[];
  styles: string[];
}

/** Reads what Vite wrote down about the files it made. */
export async function clientManifest(client: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(
    await readFile(path.join(client, '.vite', 'manifest.json'), 'utf8'),
  );
  return manifest;
}

/** The manifest's names of modules: a route is split off under its own name and a query. */
function keysOf(manifest: Manifest, module: string): string[] {
  const keys = Object.keys(manifest).filter(
    (key) => key === module || key.startsWith(`${module}?`),
  );
  if (keys.length === 0) throw new Error(`the client build has no ${module}`);
  return keys;
}

/** Everything that the entry and the named modules import, in one list without repeats. */
export function assetsOf(manifest: Manifest, modules: readonly string[]): PageAssets {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.imports?.forEach(visit);
    chunk.css?.forEach((file) => styles.add(file));
  };
  ['index.html', ...modules.flatMap((module) => keysOf(manifest, module))].forEach(visit);
  const entry = manifest['index.html']?.file ?? '';
  scripts.delete(entry);
  return { entry, scripts: [...scripts], styles: [...styles] };
}
