import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { compressFolder } from './brotli.ts';
import { writeDocuments } from './documents.ts';
import { writePages } from './pages.ts';
import { loadRenderer } from './renderer-load.ts';

const WEB = path.join(import.meta.dirname, '..');
const DIST = path.join(WEB, 'dist');
const CLIENT = path.join(DIST, 'client');
const RENDERER = path.join(DIST, 'renderer');

await rm(DIST, { recursive: true, force: true });
await build({ root: WEB, logLevel: 'warn', build: { outDir: CLIENT } });
await build({
  root: WEB,
  logLevel: 'warn',
  build: {
    outDir: RENDERER,
    ssr: 'build/page-renderer.tsx',
    manifest: false,
    copyPublicDir: false,
  },
  // Bundles everything: Node cannot load style sheets or TypeScript from node_modules.
  ssr: { noExternal: true },
});
await writePages(CLIENT, path.join(DIST, 'pages'), await loadRenderer(RENDERER));
await writeDocuments(path.join(import.meta.dirname, 'documents'), path.join(CLIENT, 'documents'));
await Promise.all([
  rm(RENDERER, { recursive: true }),
  rm(path.join(CLIENT, 'index.html')),
  rm(path.join(CLIENT, '.vite'), { recursive: true }),
]);
await compressFolder(CLIENT);
