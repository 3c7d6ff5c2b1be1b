import * as z from 'zod/mini';
import { personalAs } from './personal-data.ts';

/**
 * A shape with its sentence for the API document, from where JSON Schemas take it. The browser's build leaves the
 * call out (`web/build/described-plugin.ts`).
 */
export function described<S extends z.ZodMiniType>(sentence: string, shape: S): S {
  // A copy: the same shape can mean something else at another field.
  const copy = personalAs(shape, z.clone(shape));
  z.globalRegistry.add(copy, { description: sentence });
  return copy;
}
