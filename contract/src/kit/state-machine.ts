/** The states of an entity and its transitions. A transition that is not listed can not happen. */
export interface StateMachine<S extends string> {
  /** What the entity is called in the table of transitions and in the audit trail. */
  entity: string;
  states: readonly S[];
  transitions: Readonly<Record<S, readonly S[]>>;
  /** States that nothing leaves. */
  final: readonly S[];
}

/** Declares a state machine; server, screens, tests and documents read it. */
export function stateMachine<const S extends string>(machine: {
  entity: string;
  states: readonly S[];
  transitions: Readonly<Record<NoInfer<S>, readonly NoInfer<S>[]>>;
}): StateMachine<S> {
  const { states, transitions } = machine;
  return { ...machine, final: states.filter((state) => transitions[state].length === 0) };
}

export function canTransition<S extends string>(machine: StateMachine<S>, from: S, to: S): boolean {
  return machine.transitions[from].includes(to);
}

/** A state by its name, as a database column or an address holds it; null where there is none. */
export function stateOf<S extends string>(machine: StateMachine<S>, name: unknown): S | null {
  return machine.states.find((state) => state === name) ?? null;
}
