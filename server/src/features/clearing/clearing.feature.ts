import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { openDirectory } from './clearing-directory.ts';
import { resealFiles } from './clearing-files.ts';
import { pollFiles } from './clearing-poll.ts';
import { requestCancellation, requestConfirmation } from './clearing-requests.ts';
import { clearingRoutes } from './clearing-routes.ts';
import type { Transport } from './clearing-transport.ts';

/** Messages with banks; `openSimulator` gives the banks of a sandbox. */
export function clearingFeature(openSimulator: (folder: string) => Transport) {
  /** How files go and come; null where nobody has set it: they then wait. */
  const openTransport = ({ config, log }: AppContext): Transport | null => {
    if (config.clearing.dir !== null) return openDirectory(config.clearing.dir);
    if (config.environment === 'SANDBOX') return openSimulator(config.dataDir);
    log.warn({}, 'CLEARING_DIR is not set: messages to banks wait, and none come in');
    return null;
  };
  return feature({
    name: 'clearing',
    routes: clearingRoutes,
    poll: (ctx: AppContext) => pollFiles(ctx, openTransport(ctx)),
    on: { 'mandate.message-due': requestConfirmation, 'mandate.cancelled': requestCancellation },
    reseal: resealFiles,
  });
}
