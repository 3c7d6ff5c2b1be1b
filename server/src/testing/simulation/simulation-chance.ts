/** A seeded random generator: the same seed makes the same choices. */
export interface Chance {
  /** From 0 to less than 1. */
  next(): number;
  /** True in so many of a hundred cases. */
  percent(of: number): boolean;
  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number;
  /** One of some things. Throws where there are none. */
  pick<T>(of: readonly T[]): T;
}

/** Mulberry32: small, quick and good enough to choose what happens. */
export function openChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  return {
    next,
    between,
    percent: (of) => next() * 100 < of,
    pick: (of) => {
      const found = of[between(0, of.length - 1)];
      if (found === undefined) throw new Error('There is nothing to choose from');
      return found;
    },
  };
}
