import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { openDirectory } from './clearing-directory.ts';
import { resealFiles } from './clearing-files.ts';
import { filesDue, type OpenTransport, pollFiles } from './clearing-due.ts';
import { requestCancellation, requestConfirmation } from './clearing-requests.ts';
import { clearingRoutes } from './clearing-routes.ts';
import type { Transport } from './clearing-transport.ts';

/** Messages with banks; `openSimulator` gives the other ends in a sandbox. */
export function clearingFeature(openSimulator: (folder: string) => Transport) {
  const open = ({ config, log }: AppContext): Transport | null => {
    if (config.clearing.dir !== null) return openDirectory(config.clearing.dir);
    if (config.environment === 'SANDBOX') return openSimulator(config.dataDir);
    log.warn({}, 'CLEARING_DIR is not set: files wait, and none come in');
    return null;
  };
  const opened = new WeakMap<AppContext, { transport: Transport | null }>();
  const openTransport: OpenTransport = (ctx) => {
    const kept = opened.get(ctx) ?? { transport: open(ctx) };
    opened.set(ctx, kept);
    return kept.transport;
  };
  return feature({
    name: 'clearing',
    routes: clearingRoutes,
    due: [filesDue(openTransport)],
    poll: (ctx: AppContext) => pollFiles(ctx, openTransport),
    on: { 'mandate.message-due': requestConfirmation, 'mandate.cancelled': requestCancellation },
    reseal: resealFiles,
  });
}
