import { generateKeyPairSync, sign } from 'node:crypto';

/** Somebody whom the provider knows; attributes are lists, as Keycloak sends them. */
export interface ProviderPerson {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  domainName: readonly string[];
  organizationId: readonly string[];
  businessName?: readonly string[];
  phoneNumber?: readonly string[];
  roles: readonly string[];
}

/** Seconds for which a token is valid. */
export const LIFE_SECONDS = 300;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs tokens with a key of its own. */
export function makeSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'outside', alg: 'RS256', use: 'sig' };
  const signed = (claims: object): string => {
    const head = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'outside' })}.${encode(claims)}`;
    return `${head}.${sign('RSA-SHA256', Buffer.from(head), privateKey).toString('base64url')}`;
  };
  return { jwk, signed };
}

/** The claims that every token of Keycloak has with the scopes `profile` and `email`. */
export function commonClaims(issuer: string, person: ProviderPerson) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    sub: person.id,
    iat: now,
    exp: now + LIFE_SECONDS,
    email: person.email,
    given_name: person.firstName,
    family_name: person.lastName,
  };
}
