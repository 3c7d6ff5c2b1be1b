/** A step of a task, as its card shows it. */
export interface StepTexts<Step extends string> {
  step: Step;
  heading: string;
  text?: string;
}

/** The step to show: the one in the address, or an earlier one that is not finished. */
export function reachedStep<Step extends string>(
  steps: readonly StepTexts<Step>[],
  asked: Step,
  isFinished: (step: Step) => boolean,
): Step {
  const wanted = steps.findIndex(({ step }) => step === asked);
  const open = steps.findIndex(({ step }, at) => at < wanted && !isFinished(step));
  return steps[open === -1 ? wanted : open]?.step ?? asked;
}

/** Digits of a verification code. A copy: importing it from the contract would load its schemas. */
export const CODE_LENGTH = 5;

/** Whole seconds until a moment, 0 when it has passed. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
