import { ENDPOINT_NOTES } from '@tegeka/contract/api-document/api-notes.ts';
import { API_PARTS, apiPart } from '@tegeka/contract/api-document/api-parts.ts';
import { sampleId } from '@tegeka/contract/api-document/api-samples.ts';
import { DOMAINS, PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import { problemShape } from '@tegeka/contract/kit/errors.ts';
import { takesIdempotencyKey } from '#platform/http/idempotency.ts';
import { bodyOf, responsesOf } from './openapi-bodies.ts';
import { introductionOf, type OpenApiPlace } from './openapi-introduction.ts';
import { exampleOf, placeOf } from './openapi-examples.ts';
import { describeFields } from './openapi-fields.ts';
import { asSchema, type Json, schemaOf } from './openapi-schemas.ts';

function admissionText({ admission }: Endpoint): string {
  if (admission.kind === 'public') return 'Public: no token is needed.';
  const who = `For people of ${admission.domains.join(', ')}`;
  return admission.permission
    ? `${who} with the permission \`${admission.permission}\`.`
    : `${who}.`;
}

const WINDOWS: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour' };

function limitText({ limit }: Endpoint): string {
  if (!limit) return '';
  const { max, per, windowSeconds } = limit;
  const window = WINDOWS[windowSeconds] ?? `in ${windowSeconds} seconds`;
  return `At most ${max.toLocaleString('en')} calls ${window} for one ${per === 'address' ? 'network address' : per}.`;
}

function descriptionOf(endpoint: Endpoint): string {
  const again = takesIdempotencyKey(endpoint)
    ? 'Safe to send again with an `Idempotency-Key`.'
    : '';
  return [ENDPOINT_NOTES[endpoint.name], admissionText(endpoint), limitText(endpoint), again]
    .filter(Boolean)
    .join('\n\n');
}

function parametersIn(endpoint: Endpoint, where: 'path' | 'query'): Json[] {
  const shape = where === 'path' ? endpoint.params : endpoint.query;
  if (!shape) return [];
  const whole = schemaOf(shape, 'input');
  describeFields(whole, where);
  const { properties = {}, required = [] } = whole;
  const place = placeOf(endpoint, where);
  return Object.entries(properties).map(([name, part]) => {
    const { description, ...schema } = asSchema(part);
    return {
      name,
      in: where,
      description,
      required: where === 'path' || required.includes(name),
      schema,
      example: exampleOf(schema, name, place),
    };
  });
}

const DOMAIN_HEADER: Json = {
  name: 'Application-Domain',
  in: 'header',
  description: 'The domain of the call, one of the domains of the token.',
  required: false,
  schema: { type: 'string', enum: DOMAINS },
};

const CSRF_HEADER: Json = {
  name: 'X-XSRF-TOKEN',
  in: 'header',
  description: 'The value of the cookie `XSRF-TOKEN`. See the introduction.',
  required: true,
  schema: { type: 'string' },
  example: 'any-text',
};

const IDEMPOTENCY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique text for each change. The same call sent again with it is executed once and gets the same answer.',
  required: false,
  schema: { type: 'string', pattern: '^[\\w.:-]{8,128}$' },
  example: sampleId('request'),
};

const IF_MATCH_HEADER: Json = {
  name: 'If-Match',
  in: 'header',
  description:
    'The version that the change was made from, as it was read. When somebody was faster the change is refused.',
  required: false,
  schema: { type: 'string', pattern: '^"?[1-9][0-9]{0,8}"?$' },
  example: '"1"',
};

/** All parameters of an endpoint: path, query and headers. */
function parametersOf(endpoint: Endpoint): Json[] {
  return [
    ...parametersIn(endpoint, 'path'),
    ...parametersIn(endpoint, 'query'),
    ...(endpoint.admission.kind === 'signed-in'
      ? [{ ...DOMAIN_HEADER, example: endpoint.admission.domains[0] }]
      : []),
    ...(endpoint.method !== 'GET' && endpoint.admission.kind === 'public' && !endpoint.signed
      ? [CSRF_HEADER]
      : []),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_HEADER] : []),
    ...(endpoint.ifMatch ? [IF_MATCH_HEADER] : []),
  ];
}

function operationOf(endpoint: Endpoint): Json {
  const signedIn = endpoint.admission.kind === 'signed-in' ? endpoint.admission : null;
  const permission = signedIn?.permission;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [apiPart(endpoint.path)],
    security: signedIn ? [{ openId: [] }, { bearer: [] }] : [],
    ...(signedIn && { 'x-domains': signedIn.domains }),
    ...(permission && { 'x-permission': permission }),
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

function tagsOf(endpoints: readonly Endpoint[]): Json[] {
  const used = new Set(endpoints.map(({ path }) => apiPart(path)));
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
        description: 'An access token of the OpenID provider, valid for 5 minutes.',
      },
    },
    headers: {
      RequestId: {
        description: 'The id of this call in our logs.',
        schema: { type: 'string', format: 'uuid' },
      },
    },
    schemas: { Problem: schemaOf(problemShape, 'output') },
  };
}

/** The OpenAPI 3.1 document of an environment, derived from the endpoints of the contract. */
export function openApiOf(endpoints: readonly Endpoint[], place: OpenApiPlace): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
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
    tags: tagsOf(endpoints),
    paths,
    components: componentsOf(place),
  };
}
