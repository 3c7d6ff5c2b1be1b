import { openStepStore } from '#platform/router/step-store.ts';
import {
  advanceReset,
  NEW_RESET,
  type ResetEvent,
  resetFrom,
  type ResetState,
} from './reset-machine.ts';

const store = openStepStore<ResetState, ResetEvent>({
  name: 'tegeka.reset',
  first: NEW_RESET,
  restore: resetFrom,
  advance: advanceReset,
  isOver: ({ step }) => step === 'SUCCESS',
});

/** The password reset of this tab: state, transition function, and hook. */
export const { state: resetState, send: reset, use: useReset } = store;
