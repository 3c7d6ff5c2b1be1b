import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Domain, DOMAINS } from '@tegeka/contract/kit/domains.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import type { RenderedPage } from './page-renderer.tsx';

interface Page {
  path: string;
  /** Modules of its route, and those that it needs soon after. */
  modules: readonly string[];
  /** True if most visitors are redirected to the provider without the app being loaded. */
  leaves?: true | undefined;
  /** True if the page cannot work without JavaScript. */
  needsScript: boolean;
  /** True if its text is different where an external provider manages the accounts. */
  ofAccounts?: true;
}

const route = (name: string) => `src/routes/${name}.tsx`;

/** The module that hydrates or renders a page. */
const MAIN = 'src/main.tsx';

const EVERYWHERE: readonly Page[] = [
  {
    path: '/auth/login',
    modules: ['src/features/sign-in/login-page.tsx'],
    leaves: true,
    needsScript: true,
  },
  {
    path: '/auth/logout',
    modules: ['src/features/sign-in/notice-pages.tsx'],
    needsScript: false,
  },
  { path: '/auth/404', modules: ['src/features/sign-in/notice-pages.tsx'], needsScript: false },
  { path: '/auth/403', modules: ['src/features/sign-in/notice-pages.tsx'], needsScript: false },
  {
    path: '/reset-password',
    modules: ['src/features/password-reset/password-reset-page.tsx'],
    needsScript: true,
    ofAccounts: true,
  },
];
const SIGN_UP: Page = {
  path: '/register/user',
  modules: ['src/features/sign-up/sign-up-page.tsx'],
  needsScript: true,
  ofAccounts: true,
};

/** Modules of every signed-in page. */
const APP = [MAIN, 'src/app.tsx'];

/** The landing page after a sign-in. The server's sign-in page prefetches these files. */
const landing = (domain: Domain) => [
  ...APP,
  route('dashboard/mandates/_list/route'),
  route(`dashboard/mandates/_list/-mandates-${domain === 'MERCHANT' ? 'own' : 'views'}`),
];

/** The page of a new business after its first sign-in. */
const REGISTRATION = [...APP, route('register/business')];

const WAITING = '<p style="text-align:center;padding:96px 16px">Please wait...</p>';
const NOSCRIPT = /\s*<noscript>.*?<\/noscript>/s;
const BUILT_TAGS =
  /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;

/** Renders one page. Passed in, because only this build produces the renderer. */
export type RenderPage = (
  domain: Domain,
  address: string,
  ownProvider: boolean,
) => Promise<RenderedPage>;

/** The script tags of a page. All imports are preloaded in parallel. */
function scriptTags({ entry, scripts }: PageAssets): string {
  const preloads = scripts.map((file) => `<link rel="modulepreload" href="/${file}">`);
  return [`<script type="module" src="/${entry}"></script>`, ...preloads].join('\n    ');
}

interface BuildContext {
  client: string;
  manifest: Manifest;
  template: string;
}

async function openContext(client: string): Promise<BuildContext> {
  const source = path.join(client, 'early.js');
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 8);
  const early = `assets/early-${hash}.js`;
  await rename(source, path.join(client, early));
  const template = (await readFile(path.join(client, 'index.html'), 'utf8'))
    .replaceAll(BUILT_TAGS, '')
    .replace('/early.js', `/${early}`);
  return { client, manifest: await clientManifest(client), template };
}

/**
 * The page's style sheets, inlined. The disabled links are not fetched: they tell Vite's loader of
 * lazy scripts that these sheets are present.
 */
async function styleTags({ client }: BuildContext, { styles }: PageAssets): Promise<string> {
  const sheets = styles.map((file) => readFile(path.join(client, file), 'utf8'));
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  return `<style>${(await Promise.all(sheets)).join('').trim()}</style>${links.join('')}`;
}

function fill(
  build: BuildContext,
  domain: Domain,
  parts: { head: string; body: string; attributes: string },
): string {
  return build.template
    .replace('data-domain="MERCHANT"', `data-domain="${domain}"`)
    .replace('</head>', () => `  ${parts.head}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root"${parts.attributes}>${parts.body}</div>`,
    );
}

/** Fails the build if a public page would load a chunk of the signed-in app. */
function refuseApp(page: Page, { scripts }: PageAssets): void {
  const file = scripts.find((script) => /^assets\/(shell|app)-/.test(script));
  if (file) throw new Error(`${page.path} loads ${file}, which is of the app: see CHUNKS`);
}

/** A page with its text, form and styles inlined: it needs no other file to be displayed. */
async function publicPage(
  build: BuildContext,
  domain: Domain,
  page: Page,
  render: RenderPage,
  ownProvider = true,
): Promise<string> {
  const assets = assetsOf(build.manifest, [MAIN, ...page.modules]);
  refuseApp(page, assets);
  const { title, html } = await render(domain, page.path, ownProvider);
  const scripts = scriptTags(page.leaves ? assetsOf(build.manifest, []) : assets);
  const head = `${await styleTags(build, assets)}\n    ${scripts}`;
  const text = fill(build, domain, { head, body: html, attributes: ` data-page="${page.path}"` });
  const titled = text.replace(/<title>.*?<\/title>/, `<title>${title}</title>`);
  return page.needsScript ? titled : titled.replace(NOSCRIPT, '');
}

/** A page for signed-in people: an empty shell until JavaScript runs. */
function appPage(build: BuildContext, domain: Domain, modules: readonly string[]): string {
  const assets = assetsOf(build.manifest, modules);
  const sheets = assets.styles.map((file) => `<link rel="stylesheet" href="/${file}">`);
  const head = [...sheets, scriptTags(assets)].join('\n    ');
  return fill(build, domain, { head, body: WAITING, attributes: '' });
}

async function writePage(folder: string, address: string, text: string): Promise<void> {
  const file = path.join(folder, `${address}.html`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes the pages of every domain. Any path without a page of its own gets `app`. */
export async function writePages(client: string, pages: string, render: RenderPage): Promise<void> {
  const build = await openContext(client);
  for (const domain of DOMAINS) {
    const folder = path.join(pages, domain);
    const own = domain === 'MERCHANT' ? [...EVERYWHERE, SIGN_UP] : EVERYWHERE;
    // Sequentially: they share the configuration that the renderer sets.
    for (const page of own) {
      await writePage(folder, page.path, await publicPage(build, domain, page, render));
      // With an answer of the provider there is no redirect, so this variant loads the app at
      // once.
      const answered = await publicPage(build, domain, { ...page, leaves: undefined }, render);
      if (page.leaves) await writePage(folder, `${page.path}-answered`, answered);
      const outside = await publicPage(build, domain, page, render, false);
      if (page.ofAccounts) await writePage(folder, `${page.path}-outside`, outside);
    }
    await writePage(folder, '/app', appPage(build, domain, APP));
    await writePage(folder, '/dashboard/mandates', appPage(build, domain, landing(domain)));
    if (domain === 'MERCHANT')
      await writePage(folder, '/register/business', appPage(build, domain, REGISTRATION));
  }
}

/** The scripts to preload and the style sheets of a page. Paths relative to the client folder. */
export interface PageAssets {
  entry: string;
  scripts: string[];
  styles: string[];
}

/** Vite's manifest: the files of each module, by its path. */
const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifestShape>;

async function clientManifest(client: string): Promise<Manifest> {
  return parseJson(
    manifestShape,
    await readFile(path.join(client, '.vite', 'manifest.json'), 'utf8'),
  );
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
function assetsOf(manifest: Manifest, modules: readonly string[]): PageAssets {
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
