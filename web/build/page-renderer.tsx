import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import type { Domain } from '@tegeka/contract/kit/domains.ts';
import { renderToString } from 'react-dom/server';
import { bareConfig, setConfig } from '../src/platform/config/config.ts';
import { titleOf } from '../src/platform/router/route-data.ts';
import { PUBLIC_PAGES, PublicPage } from '../src/public-pages.tsx';
import { routeTree } from '../src/routeTree.gen.ts';

/** A page as rendered before JavaScript runs. */
export interface RenderedPage {
  title: string;
  html: string;
}

const router = createRouter({ routeTree, history: createMemoryHistory() });

/** Titles are defined in the routes. */
function titleAt(domain: Domain, address: string): string {
  const route = Object.values(router.routesById).find(({ fullPath }) => fullPath === address);
  if (!route) throw new Error(`no route ${address}`);
  return titleOf([{ staticData: route.options.staticData ?? {} }], domain);
}

/**
 * Renders a page of a domain for a visitor without a session; `ownProvider` as in the configuration.
 */
export async function renderPage(
  domain: Domain,
  address: string,
  ownProvider: boolean,
): Promise<RenderedPage> {
  const load = PUBLIC_PAGES[address];
  if (!load) throw new Error(`${address} is no public page`);
  setConfig({ ...bareConfig(domain), ownProvider });
  const { default: page } = await load();
  return { title: titleAt(domain, address), html: renderToString(<PublicPage page={page} />) };
}
