import { useSyncExternalStore } from 'react';
import { dismissAlert } from '#platform/device/alert.ts';

/** A task of several steps, as a machine: where it starts, how it moves, when it is over. */
export interface StepMachine<State extends { step: string }, Event> {
  /** The name under which this tab keeps it for a reload. */
  name: string;
  first: State;
  /** The kept state, or the first one where what was kept can not be read. */
  restore(kept: string | null): State;
  advance(state: State, event: Event): State;
  isOver(state: State): boolean;
}

/** Where a task stands, outside of React so that a reload and a late script find it again. */
export interface StepStore<State, Event> {
  state: () => State;
  /** Moves the task on and keeps it for a reload. */
  send: (event: Event) => void;
  /** The state for a component; the first step in the page that is rendered at build time. */
  use: () => State;
}

/** Opens the store of a task in this tab's session storage. */
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
      // A browser that keeps nothing starts again after a reload and loses nothing else.
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
      // What was announced on a step does not outlive it.
      if (next.step !== before.step) dismissAlert();
      keep(next);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, state, () => first),
  };
}
