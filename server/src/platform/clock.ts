/** The time, handed in so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The clock on the wall. */
export const wallClock: Clock = { now: () => new Date() };
