import { CodeStep, type CodeOutcome } from '#ui/steps/code-step.tsx';
import { PasswordField } from '#ui/steps/password-field.tsx';
import { checkPassword } from '#ui/steps/password-strength.ts';
import { StepCard } from '#ui/steps/step-card.tsx';
import { type Examples, Held, nothing, Typed } from './gallery-example.tsx';

const done = async (): Promise<CodeOutcome> => ({ kind: 'done' });
const wrong = async (): Promise<CodeOutcome> => ({
  kind: 'error',
  message: 'Sorry, check the code and try again',
});
const never = () => new Promise<CodeOutcome>(nothing);

const code = (onVerify: () => Promise<CodeOutcome>, resendAt = 0) => (
  <CodeStep
    heading="Verify your Email"
    text="We have sent a code to amina@nile-traders.example."
    hint="Look in the folder for spam too."
    step="Step 2 of 4"
    resendAt={resendAt}
    onBack={nothing}
    onVerify={onVerify}
    onResend={done}
    onDone={nothing}
  />
);
const entered = (onVerify: () => Promise<CodeOutcome>) => (
  <Typed at="#code" text="12345">
    {code(onVerify)}
  </Typed>
);
const password = (start: string, error?: string) => (
  <Held start={start}>
    {(value, onChange) => (
      <PasswordField
        label="Password"
        result={checkPassword(value, [])}
        {...{ value, error, onChange }}
      />
    )}
  </Held>
);
const STEPS = [
  { step: 'a', heading: 'Your business', text: 'As in its certificate' },
  { step: 'b', heading: 'Your account' },
];

const stepCard = (at: string) => (
  <StepCard steps={STEPS} at={at} onStep={nothing}>
    The form
  </StepCard>
);

export const stepExamples: Examples = {
  CodeStep: {
    alone: 'example',
    states: {
      empty: () => code(done),
      'must wait': () => code(done, Number.MAX_SAFE_INTEGER),
      checking: () => entered(never),
      right: () => entered(done),
      wrong: () => entered(wrong),
    },
  },
  PasswordField: {
    states: {
      empty: () => password(''),
      short: () => password('basket'),
      'good enough': () => password('basketthunder'),
      'very good': () => password('basket-thunder-Orange-7'),
      error: () => password('password', 'Choose another password'),
    },
  },
  StepCard: {
    alone: 'example',
    states: {
      first: () => stepCard('a'),
      second: () => stepCard('b'),
    },
  },
};
