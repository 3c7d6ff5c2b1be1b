/** Milliseconds since 1970 by this device's clock. */
export function now(): number {
  return Date.now();
}
