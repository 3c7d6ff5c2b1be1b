import * as z from 'zod/mini';
import type { Shape } from './endpoint.ts';

const whole = (least: number, most: number, otherwise: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), otherwise);

/** Query of every list: page from 0, size 10 unless told (100 at most), search text. */
export const pageQuery = {
  page: whole(0, 1_000_000, 0),
  size: whole(1, 100, 10),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
};

/** A page of a list with its totals. */
export function pageOf<S extends Shape>(item: S) {
  return z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
  });
}
