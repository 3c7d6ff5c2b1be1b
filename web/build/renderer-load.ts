import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from './pages.ts';

/** Loads the renderer that was just built. */
export async function loadRenderer(folder: string): Promise<RenderPage> {
  const file = path.join(folder, 'page-renderer.js');
  const built: { renderPage: RenderPage } = await import(pathToFileURL(file).href);
  return built.renderPage;
}
