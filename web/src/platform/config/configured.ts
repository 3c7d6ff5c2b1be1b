import { useSyncExternalStore } from 'react';
import { bareConfig, type Config, config } from './config.ts';

const never = () => () => {};

/**
 * A text from the configuration. While React takes over a page that was rendered at build time it is
 * the bare configuration's, as it stands in that page; right after that it is the real one.
 */
export function useConfigured(pick: (config: Config) => string): string {
  return useSyncExternalStore(
    never,
    () => pick(config()),
    () => pick(bareConfig(config().domain)),
  );
}
