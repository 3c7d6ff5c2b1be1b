import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

/**
 * The states of a component. In states that are called `loading`, `failed` and `none` calls of the API get no
 * answer, an error and empty lists.
 */
export interface Example {
  /** Set where each state is shown alone, since it is a dialog or calls the API; `page` is a whole page. */
  alone?: 'example' | 'page';
  states: Readonly<Record<string, () => ReactNode>>;
}

/** The examples of a folder of web/src/ui, by the name of the component. */
export type Examples = Readonly<Record<string, Example>>;

export const nothing = () => undefined;

/** Holds the value of an input, so that the example can be used. */
export function Held<T>(props: {
  start: T;
  children: (value: T, change: (value: T) => void) => ReactNode;
}) {
  const [value, setValue] = useState(props.start);
  return props.children(value, setValue);
}

/** Milliseconds between two looks for an element of the example, and until a step has had its effect. */
const LOOK_MS = 50;
const EFFECT_MS = 400;

/**
 * Takes a step with an element of the example, found by a selector, as soon as it is there. Until the step has
 * had its effect the page is marked.
 */
function useStep(at: string, step: (element: HTMLElement) => void): void {
  const take = useEffectEvent(step);
  useEffect(() => {
    const { dataset } = document.body;
    let timer = setInterval(() => {
      const element = document.querySelector<HTMLElement>(at);
      if (!element) return;
      clearInterval(timer);
      take(element);
      timer = setTimeout(() => delete dataset['step'], EFFECT_MS);
    }, LOOK_MS);
    dataset['step'] = at;
    return () => {
      clearInterval(timer);
      delete dataset['step'];
    };
  }, [at]);
}

interface SteppedProps {
  /** The selector of the element. */
  at: string;
  children?: ReactNode;
}

/** Presses a button of the example. */
export function Pressed({ at, children }: SteppedProps) {
  useStep(at, (button) => button.click());
  return children;
}

/** Types into a field of the example. */
export function Typed({ at, text, children }: SteppedProps & { text: string }) {
  useStep(at, (field) => {
    // Past the setter of React, which would take the change for its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  return children;
}

/** Does something once the example is shown, such as showing an alert. */
export function Done({ run, children }: { run: () => void; children?: ReactNode }) {
  useEffect(run, [run]);
  return children;
}
