import { PARAMETER_NOTES } from '@tegeka/contract/api-notes.ts';
import { FIELD_SAMPLES } from '@tegeka/contract/api-samples.ts';
import { DOMAINS } from '@tegeka/contract/kit/domains.ts';
import type { Endpoint, Shape } from '@tegeka/contract/kit/endpoint.ts';
import { exampleOf } from './openapi-examples.ts';
import { isJson, type Json, schemaOf } from './openapi-schemas.ts';

/** The words of a parameter's name: `importId` is 'the import'. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return name.endsWith('Id') ? `The ${words.slice(0, -3)}.` : `The ${words}.`;
}

function parametersIn(shape: Shape | undefined, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = shape ? schemaOf(shape, 'input') : {};
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).map(([name, given]) => {
    const schema = isJson(given) ? given : {};
    const description = PARAMETER_NOTES[name] ?? wordsOf(name);
    const needed = where === 'path' || names.includes(name);
    return {
      name,
      in: where,
      description,
      required: needed,
      schema,
      example: exampleOf(schema, name),
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
  example: FIELD_SAMPLES['requestId'],
};

/** True if repeated calls with the same idempotency key are executed once. */
export function takesIdempotencyKey({ method, admission, output }: Endpoint): boolean {
  return method !== 'GET' && (admission.kind === 'signed-in' || output.status === 201);
}

/** All parameters of an endpoint: path, query and headers. */
export function parametersOf(endpoint: Endpoint): Json[] {
  return [
    ...parametersIn(endpoint.params, 'path'),
    ...parametersIn(endpoint.query, 'query'),
    ...(endpoint.admission.kind === 'signed-in'
      ? [{ ...DOMAIN_HEADER, example: endpoint.admission.domains[0] }]
      : []),
    ...(endpoint.method === 'GET' ? [] : [CSRF_HEADER]),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_HEADER] : []),
  ];
}
