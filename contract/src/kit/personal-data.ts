import type * as z from 'zod/mini';

type Shape = z.ZodMiniType;

const marked = new WeakSet<object>();

/** Marks a schema as personal data in clear; endpoints that do not record each read mask such data. */
export function personal<S extends Shape>(schema: S): S {
  marked.add(schema);
  return schema;
}

/** Returns the copy of a schema, personal where the schema is. */
export const personalAs = <S extends Shape>(schema: S, copy: S): S =>
  marked.has(schema) ? personal(copy) : copy;

/** The properties in which zod's definitions have nested schemas. */
interface Inside {
  shape?: Record<string, Shape>;
  element?: Shape;
  innerType?: Shape;
  valueType?: Shape;
  options?: Shape[];
  items?: Shape[];
  in?: Shape;
  out?: Shape;
}

/**
 * True where a shape holds personal data at any depth. The server refuses to mount an endpoint that
 * answers such a shape and does not record each read (`audit: 'read'`).
 */
export function holdsPersonal(shape: Shape): boolean {
  if (marked.has(shape)) return true;
  // Every schema has one of these definitions; their union is not exported.
  const def = shape.def as unknown as Inside;
  const single = [def.element, def.innerType, def.valueType, def.in, def.out];
  const inside = [...Object.values(def.shape ?? {}), ...(def.options ?? []), ...(def.items ?? [])];
  return [...inside, ...single].some((one) => one !== undefined && holdsPersonal(one));
}
