import { feature } from '#platform/feature.ts';
import { sendingRoutes } from './mandate-sendings-routes.ts';
import { forgetSendings } from './mandate-sendings-store.ts';
import { sendingTask } from './mandate-sendings-task.ts';

/** Payers of many mandates asked in one go. */
export const mandateSendingsFeature = feature({
  name: 'mandate-sendings',
  routes: sendingRoutes,
  jobs: (ctx) => ctx.tasks.register(sendingTask(ctx)),
  cleanUp: forgetSendings,
});
