import type { Endpoint, Shape } from '@tegeka/contract/kit/endpoint.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { MultipartBody } from '#platform/files/uploads.ts';
import { inputShapes } from './closed-shapes.ts';
import { inputMessages } from './input-messages.ts';
import { refuseInput, refuseUnstorable } from './problems.ts';
import { refuse, refuseField } from './refusal.ts';

type Input = { params: unknown; query: unknown; body: unknown };

function parse(shape: Shape | undefined, value: unknown): unknown {
  if (!shape) return undefined;
  const parsed = shape.safeParse(value, { error: inputMessages });
  if (!parsed.success) throw refuseInput(parsed.error.issues);
  refuseUnstorable(parsed.data);
  return parsed.data;
}

/** Refuses an empty number in a query, which would be read as 0. */
function parseQuery(shape: Shape | undefined, query: Record<string, unknown>): unknown {
  const parsed = parse(shape, query);
  for (const [field, value] of Object.entries(parsed ?? {})) {
    if (typeof value === 'number' && query[field] === '')
      throw refuseField(field, 'This is missing.');
  }
  return parsed;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(z.unknown(), text);
  } catch {
    throw refuse('BODY_BROKEN');
  }
}

/** Parses the parameters of the path. Refuses NOT_FOUND if they are not valid: nothing has such a path. */
export function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = endpoint.params?.safeParse(request.params);
  if (params && !params.success) throw refuse('NOT_FOUND');
  return params?.data;
}

/** Parses what a call carries. Refuses INPUT_INVALID with the fields, or BODY_BROKEN. */
export function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  multipart: MultipartBody | null,
): Input {
  const params = parseParams(endpoint, request);
  const shapes = inputShapes(endpoint);
  const query = parseQuery(shapes.query, request.query as Record<string, unknown>);
  if (endpoint.body.kind === 'none') return { params, query, body: undefined };
  // A missing body counts as an empty object.
  const raw = multipart ? jsonOf(multipart.json) : request.body === undefined ? {} : request.body;
  return { params, query, body: parse(shapes.body, raw) };
}
