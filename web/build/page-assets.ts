import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from 'vite';

/** The scripts to preload and the style sheets of a page. Paths relative to the client folder. */
export interface PageAssets {
  entry: string;
  scripts: string[];
  styles: string[];
}

/** Reads Vite's manifest. */
export async function clientManifest(client: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(
    await readFile(path.join(client, '.vite', 'manifest.json'), 'utf8'),
  );
  return manifest;
}

/** The manifest keys of a module. A lazy route has its own name with a query. */
function keysOf(manifest: Manifest, module: string): string[] {
  const keys = Object.keys(manifest).filter(
    (key) => key === module || key.startsWith(`${module}?`),
  );
  if (keys.length === 0) throw new Error(`the client build has no ${module}`);
  return keys;
}

/** The transitive imports of the entry and the given modules, without duplicates. */
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
