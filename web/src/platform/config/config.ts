import { DOMAINS, type Domain } from '@tegeka/contract/kit/domains.ts';
import { fieldsOf, parseJson } from '@tegeka/contract/kit/json.ts';

/** The PDFs that the sign-up page links to. */
export interface Documents {
  terms: string;
  privacy: string;
  consumer: string;
}

/**
 * The run-time configuration that the server inserts into the page. Constant while the page is
 * open.
 */
export interface Config {
  domain: Domain;
  environment: 'SANDBOX' | 'PRODUCTION';
  /** Base URL of the API. Empty for the page's own origin. */
  serverUrl: string;
  /** Base URL of the banks content service. Empty for the page's own origin. */
  banksUrl: string;
  /** The identity provider's realm. */
  issuer: string;
  clientId: string;
  /** True for the server's own provider: people and passwords are managed here. */
  ownProvider: boolean;
  /** True where requests to the provider carry Application-Domain, which its CORS rules must allow. */
  providerTakesDomain: boolean;
  baseUrl: string;
  /** The origin of the domain's app. Empty in pages rendered at build time. */
  homeUrl: string;
  documents: Documents;
}

const DOCUMENTS: Documents = {
  terms: '/documents/merchant-agreement-2024-06-24.pdf',
  privacy: '/documents/privacy-policy-2024-04-30.pdf',
  consumer: '/documents/consumer-protection-policy-2025-02-10.pdf',
};

/** A configuration with only a domain, for rendering pages at build time. */
export function bareConfig(domain: Domain): Config {
  return {
    domain,
    environment: 'PRODUCTION',
    serverUrl: '',
    banksUrl: '',
    issuer: '',
    clientId: '',
    ownProvider: true,
    providerTakesDomain: true,
    baseUrl: '',
    homeUrl: '',
    documents: DOCUMENTS,
  };
}

/** Written by our own server, which validated it at its start. */
const givenOf = (value: unknown) => fieldsOf(value) as Partial<Config>;

function readConfig(): Config {
  const text = document.getElementById('tegeka-config')?.textContent ?? '{}';
  const given = parseJson({ parse: givenOf }, text);
  const domain = DOMAINS.find((known) => known === given.domain) ?? 'MERCHANT';
  const bare = bareConfig(domain);
  return { ...bare, homeUrl: location.origin, ...given, domain };
}

let current: Config | undefined;

/** The configuration of this page. Rendering at build time sets it first. */
export function config(): Config {
  current ??= readConfig();
  return current;
}

/** Sets the configuration for rendering at build time. */
export function setConfig(given: Config): void {
  current = given;
}
