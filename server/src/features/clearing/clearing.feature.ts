import type { AppContext } from '#platform/app-context.ts';
import { feature } from '#platform/feature.ts';
import { manualUploadHandler } from './manual-upload.ts';
import { openDirectory } from './clearing-directory.ts';
import { REENCRYPT_FILES } from './clearing-files.ts';
import { filesDue, pollFiles, type RoundTrip } from './clearing-due.ts';
import { matchHandler } from './exceptions/clearing-match.ts';
import { bookingHandler } from './exceptions/clearing-money-entry.ts';
import { closeResolved, payoutsUnanswered } from './payments/clearing-payouts.ts';
import { inquiriesDue } from './payments/status-inquiries.ts';
import { outcomeHandler } from './exceptions/clearing-resolution.ts';
import { submissionDue } from './payments/clearing-submission.ts';
import { statementsDue } from './payments/clearing-statement-days.ts';
import { withdrawalHandler } from './exceptions/clearing-withdrawal.ts';
import { unsettledDue } from './payments/clearing-unsettled.ts';
import { requestCancellation, requestConfirmation } from './clearing-requests.ts';
import { clearingRoutes } from './clearing-routes.ts';
import type { Transport } from './clearing-transport.ts';

/**
 * Exchange of files with the clearing house, the settlement bank and the banks of payers. `openSimulator`
 * opens the transport of a sandbox.
 */
export function clearingFeature(
  openSimulator: (folder: string, bics: AppContext['config']['clearing']) => Transport,
  readOperator: RoundTrip['readOperator'],
) {
  const open = ({ config, log }: AppContext): Transport | null => {
    if (config.clearing.dir !== null) return openDirectory(config.clearing.dir);
    if (config.environment === 'SANDBOX') return openSimulator(config.dataDir, config.clearing);
    log.warn({}, 'CLEARING_DIR is not set: files wait, and none come in');
    return null;
  };
  const opened = new WeakMap<AppContext, { transport: Transport | null }>();
  const openTransport: RoundTrip['openTransport'] = (ctx) => {
    const kept = opened.get(ctx) ?? { transport: open(ctx) };
    opened.set(ctx, kept);
    return kept.transport;
  };
  return feature({
    name: 'clearing',
    routes: (ctx: AppContext) => clearingRoutes(ctx, readOperator),
    approvalHandlers: (ctx: AppContext) => [
      outcomeHandler(ctx),
      matchHandler(ctx, readOperator),
      bookingHandler(ctx, readOperator),
      manualUploadHandler,
      withdrawalHandler(ctx),
    ],
    due: [
      submissionDue,
      inquiriesDue,
      payoutsUnanswered,
      unsettledDue,
      statementsDue,
      filesDue({ openTransport, readOperator }),
    ],
    poll: (ctx: AppContext) => pollFiles(ctx, { openTransport, readOperator }),
    on: {
      'mandate.message-due': requestConfirmation,
      'mandate.cancelled': requestCancellation,
      'payout.resolved': closeResolved,
    },
    reencrypt: [REENCRYPT_FILES],
  });
}
