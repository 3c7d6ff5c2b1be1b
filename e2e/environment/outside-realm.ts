import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderPerson } from './outside-tokens.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/keycloak-realm.json');

/** What the fake provider reads of a realm file of Keycloak. */
interface RealmFile {
  roles: { realm: { name: string; composites?: { realm: string[] } }[] };
  clients: {
    clientId: string;
    redirectUris: string[];
    webOrigins: string[];
    attributes: Record<string, string>;
    protocolMappers: { protocolMapper: string; config: Record<string, string> }[];
  }[];
}

type Kind = 'access' | 'id';

/** A realm as Keycloak applies its file: who may return where, and what tokens contain. */
export interface Realm {
  redirectUris: readonly string[];
  logoutUris: readonly string[];
  webOrigins: readonly string[];
  /** The claims of a person's token, besides those that every token has. Throws for an unknown role. */
  claimsOf: (person: ProviderPerson, kind: Kind) => Record<string, unknown>;
}

/** The roles with those that they are composed of. */
function expanded({ roles }: RealmFile, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const role = roles.realm.find((one) => one.name === name);
    if (!role) throw new Error(`The realm file has no role ${name}`);
    return [name, ...(role.composites?.realm ?? [])];
  });
}

/** The claim of one mapper of the client. */
function mapped(
  { protocolMapper, config }: RealmFile['clients'][number]['protocolMappers'][number],
  person: ProviderPerson,
  kind: Kind,
): Record<string, unknown> {
  if (config[`${kind}.token.claim`] !== 'true') return {};
  if (protocolMapper === 'oidc-audience-mapper') return { aud: config['included.custom.audience'] };
  if (protocolMapper !== 'oidc-usermodel-attribute-mapper' || config['multivalued'] !== 'true')
    throw new Error(`The fake provider does not know the mapper ${protocolMapper}`);
  const attributes: Record<string, unknown> = { ...person };
  return { [config['claim.name'] ?? '']: attributes[config['user.attribute'] ?? ''] ?? [] };
}

/** Reads docs/keycloak-realm.json, with the base address of the server under test. */
export function readRealm(baseHost: string): Realm {
  const text = readFileSync(FILE, 'utf8').replaceAll('localhost:8080', baseHost);
  // Our own file, written by `npm run realm`.
  const file: RealmFile = JSON.parse(text);
  const [client] = file.clients;
  if (!client || client.attributes['pkce.code.challenge.method'] !== 'S256')
    throw new Error('The realm file has no client with PKCE');
  return {
    redirectUris: client.redirectUris,
    logoutUris: client.attributes['post.logout.redirect.uris']?.split('##') ?? [],
    webOrigins: client.webOrigins,
    claimsOf: (person, kind) => ({
      ...Object.assign({}, ...client.protocolMappers.map((mapper) => mapped(mapper, person, kind))),
      realm_access: { roles: [...new Set(expanded(file, person.roles))] },
    }),
  };
}
