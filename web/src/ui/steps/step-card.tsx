import { type ReactNode, useState } from 'react';
import { GuestCard } from '#ui/shell/guest-card.tsx';
import classes from '#ui/shell/guest.module.css';
import type { StepTexts } from '#ui/steps/step-texts.ts';

interface StepCardProps<Step extends string> {
  /** All steps of the task, in order. */
  steps: readonly StepTexts<Step>[];
  at: Step;
  onStep: (step: Step) => void;
  children: ReactNode;
}

/**
 * The card of a step on a signed-in screen: 'Step 2 of 4', the way back, heading and text. A step that
 * replaces another takes the focus.
 */
export function StepCard<Step extends string>({ steps, at, ...props }: StepCardProps<Step>) {
  // The first step that is shown does not take the focus.
  const [first] = useState(at);
  const [moved, setMoved] = useState(false);
  if (!moved && first !== at) setMoved(true);
  const place = steps.findIndex(({ step }) => step === at);
  const shown = steps[place];
  const before = steps[place - 1];
  if (!shown) return null;
  return (
    <GuestCard
      key={at}
      wide
      entered={moved}
      heading={shown.heading}
      step={`Step ${place + 1} of ${steps.length}`}
      {...(before && { onBack: () => props.onStep(before.step) })}
    >
      {shown.text && <p className={classes['lead']}>{shown.text}</p>}
      {props.children}
    </GuestCard>
  );
}
