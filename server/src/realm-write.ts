// `npm run realm` writes docs/keycloak-realm.json, for the addresses of the demo.
// `npm run realm -- https://tegeka.example` prints the realm for other addresses.
import { writeFileSync } from 'node:fs';
import { DASHBOARD_DOMAINS, DOMAINS, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import { PERMISSIONS, permissionsOf } from '@tegeka/contract/kit/permissions.ts';
import { appOrigins, returnAddresses } from '#platform/http/origins.ts';
import { readConfig } from './config.ts';

/** The attributes of a person that tokens carry as lists. Only administrators may change them. */
const ATTRIBUTES = ['domainName', 'organizationId', 'businessName', 'phoneNumber'];
const everywhere = {
  'access.token.claim': 'true',
  'id.token.claim': 'true',
  'userinfo.token.claim': 'true',
  'introspection.token.claim': 'true',
};

function attributeMapper(name: string) {
  return {
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: {
      'user.attribute': name,
      'claim.name': name,
      'jsonType.label': 'String',
      multivalued: 'true',
      ...everywhere,
    },
  };
}

function audienceMapper(audience: string) {
  return {
    name: 'audience of the API',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: {
      'included.custom.audience': audience,
      'access.token.claim': 'true',
      'id.token.claim': 'false',
      'introspection.token.claim': 'true',
    },
  };
}

/** Domains and permissions as roles, and one role with everything that an administrator of a domain may do. */
function realmRoles() {
  return [
    ...DOMAINS.map((name) => ({ name, description: `People of the domain ${name}` })),
    ...PERMISSIONS.map((name) => ({ name, description: `Permission ${name}` })),
    ...DASHBOARD_DOMAINS.map((domain) => ({
      name: `${domain.toLowerCase()}-administrator`,
      description: `Everything that an administrator of ${domain} may do`,
      composite: true,
      composites: { realm: [domain, ...permissionsOf(domain)] },
    })),
  ];
}

/** Attributes that the profile does not declare would be dropped. */
function userProfile() {
  const attribute = (name: string, edit: readonly string[], more: object = {}) => ({
    name,
    permissions: { view: ['admin', 'user'], edit },
    ...more,
  });
  const own = ['admin', 'user'];
  const required = { required: { roles: ['user'] } };
  const profile = {
    attributes: [
      attribute('username', ['admin']),
      attribute('email', own, { ...required, validations: { email: {} } }),
      attribute('firstName', own, required),
      attribute('lastName', own, required),
      ...ATTRIBUTES.map((name) => attribute(name, ['admin'], { multivalued: true })),
    ],
  };
  return { 'kc.user.profile.config': [JSON.stringify(profile)] };
}

/** A realm for Keycloak 26.4 in which the apps of a base address sign people in. */
function keycloakRealm(baseUrl: string): object {
  const { http, identity } = readConfig({ BASE_URL: baseUrl });
  const { afterSignIn, afterSignOut } = returnAddresses(http);
  return {
    realm: identity.realm,
    displayName: PRODUCT_NAME,
    enabled: true,
    sslRequired: 'external',
    registrationAllowed: false,
    resetPasswordAllowed: true,
    loginWithEmailAllowed: true,
    duplicateEmailsAllowed: false,
    bruteForceProtected: true,
    defaultSignatureAlgorithm: 'RS256',
    // As with the embedded provider: 5 minutes, 1 hour without use, 12 hours, each refresh token once.
    accessTokenLifespan: 300,
    ssoSessionIdleTimeout: 3600,
    ssoSessionMaxLifespan: 43_200,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    roles: { realm: realmRoles() },
    clients: [
      {
        clientId: identity.clientId,
        name: PRODUCT_NAME,
        enabled: true,
        protocol: 'openid-connect',
        publicClient: true,
        standardFlowEnabled: true,
        implicitFlowEnabled: false,
        directAccessGrantsEnabled: false,
        serviceAccountsEnabled: false,
        fullScopeAllowed: true,
        redirectUris: afterSignIn,
        webOrigins: appOrigins(http),
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'post.logout.redirect.uris': afterSignOut.join('##'),
        },
        defaultClientScopes: ['basic', 'profile', 'email', 'roles', 'web-origins', 'acr'],
        optionalClientScopes: [],
        protocolMappers: [audienceMapper(identity.audience), ...ATTRIBUTES.map(attributeMapper)],
      },
    ],
    components: {
      'org.keycloak.userprofile.UserProfileProvider': [
        { providerId: 'declarative-user-profile', config: userProfile() },
      ],
    },
  };
}

export function realmText(baseUrl = 'http://localhost:8080'): string {
  return `${JSON.stringify(keycloakRealm(baseUrl), null, 2)}\n`;
}

if (import.meta.main) {
  const [baseUrl] = process.argv.slice(2);
  if (baseUrl === undefined) {
    writeFileSync(new URL('../../docs/keycloak-realm.json', import.meta.url), realmText());
  } else {
    process.stdout.write(realmText(baseUrl));
  }
}
