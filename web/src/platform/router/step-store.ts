import { useSyncExternalStore } from 'react';
import { dismissAlert } from '#platform/device/page.ts';

/** A process of several steps as a state machine. */
export interface StepMachine<State extends { step: string }, Event> {
  /** The name of its entry in session storage. */
  name: string;
  first: State;
  /** Parses the stored state. The first state if it is invalid. */
  restore(stored: string | null): State;
  advance(state: State, event: Event): State;
  isOver(state: State): boolean;
}

/** The state of a process, outside of React so that it survives a reload and late hydration. */
export interface StepStore<State, Event> {
  state: () => State;
  /** Applies an event and stores the new state. */
  send: (event: Event) => void;
  /** The state for a component; the first state in pages rendered at build time. */
  use: () => State;
}

export function openStepStore<State extends { step: string }, Event>(
  machine: StepMachine<State, Event>,
): StepStore<State, Event> {
  const { name, first } = machine;
  const listeners = new Set<() => void>();
  let current: State | null = null;
  const restore = () => {
    try {
      return machine.restore(globalThis.sessionStorage?.getItem(name) ?? null);
    } catch {
      return first;
    }
  };
  const keep = (state: State) => {
    try {
      if (machine.isOver(state)) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(state));
    } catch {
      // Without storage the process only restarts after a reload.
    }
  };
  const state = () => (current ??= restore());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    state,
    send: (event) => {
      const before = state();
      const next = machine.advance(before, event);
      current = next;
      // Alerts of one step do not stay on the next.
      if (next.step !== before.step) dismissAlert();
      keep(next);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, state, () => first),
  };
}
