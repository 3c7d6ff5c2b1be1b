import { useSyncExternalStore } from 'react';
import { bareConfig, type Config, config } from './config.ts';

const never = () => () => {};

/**
 * A text from the configuration. During hydration of a page that was rendered at build time it is
 * the bare configuration's text, as in that page; directly afterwards it is the real one.
 */
export function useConfigured(pick: (config: Config) => string): string {
  return useSyncExternalStore(
    never,
    () => pick(config()),
    () => pick(bareConfig(config().domain)),
  );
}
