import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';

/** The PDFs that the sign-up page links to. */
export interface Documents {
  terms: string;
  privacy: string;
  consumer: string;
}

/** What the server tells the page when it hands it out; fixed for as long as the page lives. */
export interface Config {
  domain: Domain;
  environment: 'SANDBOX' | 'PRODUCTION';
  /** Base address of the API; empty for the page's own origin. */
  serverUrl: string;
  /** Base address of the banks content service; empty for the page's own origin. */
  banksUrl: string;
  /** The identity provider's realm. */
  issuer: string;
  clientId: string;
  baseUrl: string;
  /** The home address of the domain; empty where pages are made before it is known. */
  homeUrl: string;
  documents: Documents;
}

const DOCUMENTS: Documents = {
  terms: '/documents/merchant-agreement-2024-06-24.pdf',
  privacy: '/documents/privacy-policy-2024-04-30.pdf',
  consumer: '/documents/consumer-protection-policy-2025-02-10.pdf',
};

/** A configuration that knows its domain and nothing else: what pages are rendered with. */
export function bareConfig(domain: Domain): Config {
  return {
    domain,
    environment: 'PRODUCTION',
    serverUrl: '',
    banksUrl: '',
    issuer: '',
    clientId: '',
    baseUrl: '',
    homeUrl: '',
    documents: DOCUMENTS,
  };
}

/** Reads the configuration that the server put into the page. */
function readConfig(): Config {
  const text = document.getElementById('tegeka-config')?.textContent ?? '{}';
  // Our own server wrote it and checked it at its start.
  const given = JSON.parse(text) as Partial<Config>;
  const domain = DOMAINS.find((known) => known === given.domain) ?? 'MERCHANT';
  const bare = bareConfig(domain);
  return { ...bare, homeUrl: location.origin, ...given, domain };
}

let current: Config | undefined;

/** The configuration of this page. Pages that are rendered at build time set it first. */
export function config(): Config {
  current ??= readConfig();
  return current;
}

/** Sets the configuration: for rendering at build time, where there is no page yet. */
export function setConfig(given: Config): void {
  current = given;
}
