import type { Endpoint, Shape } from '@tegeka/contract/kit/endpoint.ts';
import * as z from 'zod/mini';

/** The properties in which zod's definitions have nested schemas that can be objects of a body. */
interface Nested {
  shape?: Record<string, Shape>;
  element?: Shape;
  innerType?: Shape;
  options?: readonly Shape[];
}

/**
 * The same shape with objects that refuse unknown names, nested ones and those of unions too: a misspelt
 * option would otherwise be ignored.
 */
function closed<S extends Shape>(shape: S): S {
  // Every schema has one of these definitions; their union is not exported.
  const { shape: parts, element, innerType, options } = shape.def as unknown as Nested;
  const close = (nested: object) => z.clone(shape, { ...shape.def, ...nested });
  if (element) return close({ element: closed(element) });
  if (innerType) return close({ innerType: closed(innerType) });
  if (options) return close({ options: options.map(closed) });
  if (!parts) return shape;
  const entries = Object.entries(parts).map(([name, part]) => [name, closed(part)]);
  return close({ shape: Object.fromEntries(entries), catchall: z.never() });
}

interface InputShapes {
  query: Shape | undefined;
  body: Shape | undefined;
}

function inputShapesOf({ query, body, method, signed }: Endpoint): InputShapes {
  // Unknown names are ignored in a record that is sent as it was read, and in a body that is signed.
  const isOpen = method === 'PUT' || signed === true;
  const taken = body.kind === 'none' ? undefined : body.shape;
  return { query: query && closed(query), body: taken && (isOpen ? taken : closed(taken)) };
}

const known = new WeakMap<Endpoint, InputShapes>();

/** The shapes by which the query and the body of a call are parsed: unknown names are refused. */
export function inputShapes(endpoint: Endpoint): InputShapes {
  const shapes = known.get(endpoint) ?? inputShapesOf(endpoint);
  known.set(endpoint, shapes);
  return shapes;
}
