import { openStepStore } from '#platform/router/step-store.ts';
import { draftFrom } from './sign-up-stored.ts';
import { advance, NEW_DRAFT, type SignUpDraft, type SignUpEvent } from './sign-up-machine.ts';

const store = openStepStore<SignUpDraft, SignUpEvent>({
  name: 'tegeka.sign-up',
  first: NEW_DRAFT,
  restore: draftFrom,
  advance,
  isOver: ({ step }) => step === 'RESET_SUCCESSS',
});

/** The sign-up of this tab: state, transition function, and hook. */
export const { state: signUpDraft, send: signUp, use: useSignUp } = store;
