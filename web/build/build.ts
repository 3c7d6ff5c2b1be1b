import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { writeDocuments } from './documents.ts';
import { type RenderPage, writePages } from './pages.ts';

const WEB = path.join(import.meta.dirname, '..');
const DIST = path.join(WEB, 'dist');
const CLIENT = path.join(DIST, 'client');
const RENDERER = path.join(DIST, 'renderer');
const TEXT = /\.(js|css|svg|json|html|txt)$/;
/** Minimum size in bytes. Smaller files do not get smaller. */
const MIN_BYTES = 256;
const compress = promisify(brotliCompress);

/** Writes a .br file, at the best compression level, beside a text file. */
async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await compress(content, { params }));
}

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
const renderer = pathToFileURL(path.join(RENDERER, 'page-renderer.js')).href;
const { renderPage }: { renderPage: RenderPage } = await import(renderer);
await writePages(CLIENT, path.join(DIST, 'pages'), renderPage);
await writeDocuments(path.join(import.meta.dirname, 'documents'), path.join(CLIENT, 'documents'));
await rm(RENDERER, { recursive: true });
await rm(path.join(CLIENT, 'index.html'));
await rm(path.join(CLIENT, '.vite'), { recursive: true });
const entries = await readdir(CLIENT, { recursive: true, withFileTypes: true });
const texts = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
await Promise.all(texts.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
