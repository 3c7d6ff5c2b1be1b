import { API_PARTS, ROW_NOTES } from '@tegeka/contract/api-notes.ts';
import { PRODUCT_NAME } from '@tegeka/contract/domains.ts';
import type { Endpoint } from '@tegeka/contract/endpoint.ts';
import { problemShape } from '@tegeka/contract/faults.ts';
import { bodyOf, responsesOf } from './openapi-bodies.ts';
import { introductionOf, type OpenApiPlace } from './openapi-introduction.ts';
import { parametersOf, takesIdempotencyKey } from './openapi-parameters.ts';
import { type Json, schemaOf } from './openapi-schemas.ts';

function partOf({ path }: Endpoint): string {
  return API_PARTS.find(({ paths }) => paths.test(path))?.name ?? 'Others';
}

function admissionWords({ admission }: Endpoint): string {
  if (admission.kind === 'public') return 'Anybody may call this; no token is needed.';
  const who = `For people of ${admission.domains.join(', ')}`;
  return admission.permission
    ? `${who} with the permission \`${admission.permission}\`.`
    : `${who}.`;
}

function descriptionOf(row: Endpoint): string {
  const again = takesIdempotencyKey(row) ? 'Safe to send again with an `Idempotency-Key`.' : '';
  return [ROW_NOTES[row.name], admissionWords(row), again].filter(Boolean).join('\n\n');
}

function operationOf(row: Endpoint): Json {
  const signedIn = row.admission.kind === 'signed-in' ? row.admission : null;
  const permission = signedIn?.permission;
  return {
    operationId: row.name,
    summary: row.summary,
    description: descriptionOf(row),
    tags: [partOf(row)],
    security: signedIn ? [{ openId: [] }, { bearer: [] }] : [],
    ...(signedIn && { 'x-domains': signedIn.domains }),
    ...(permission && { 'x-permission': permission }),
    parameters: parametersOf(row),
    ...bodyOf(row),
    responses: responsesOf(row),
  };
}

function tagsOf(rows: readonly Endpoint[]): Json[] {
  const used = new Set(rows.map(partOf));
  return API_PARTS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({
    name,
    description,
  }));
}

function componentsOf({ issuer }: OpenApiPlace): Json {
  return {
    securitySchemes: {
      openId: {
        type: 'openIdConnect',
        openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
        description: 'Authorization code flow with PKCE (S256).',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An access token of the OpenID provider. It lives 5 minutes.',
      },
    },
    headers: {
      RequestId: {
        description: 'The name of this call in our logs.',
        schema: { type: 'string', format: 'uuid' },
      },
    },
    schemas: { Problem: schemaOf(problemShape, 'output') },
  };
}

/** The OpenAPI 3.1 document of an environment, derived from the rows of the contract. */
export function openApiOf(rows: readonly Endpoint[], place: OpenApiPlace): Json {
  const paths: Record<string, Json> = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  const { environment, serverUrl, version } = place;
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API (${environment.toLowerCase()})`,
      version,
      summary: 'Direct debit for businesses in Uganda.',
      description: introductionOf(place),
    },
    servers: [{ url: serverUrl, description: environment }],
    tags: tagsOf(rows),
    paths,
    components: componentsOf(place),
  };
}
