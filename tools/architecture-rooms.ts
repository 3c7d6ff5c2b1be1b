import type { Fault, Tree } from './architecture-tree.ts';
import { isCode } from './architecture-tree.ts';
import type { Import } from './architecture-imports.ts';
import { importsOf, targetOf } from './architecture-imports.ts';

/** A room of the house: which files it holds, and which rooms above it, and which packages, it may use. */
export type Room = {
  readonly name: string;
  readonly holds: RegExp;
  readonly may: readonly string[];
  /** Rooms of which only types may be taken. */
  readonly mayKnow?: readonly string[];
  /** The only packages it may use; without it, any. */
  readonly packages?: RegExp;
  /** For rooms of many nouns, the noun of a file: strangers to each other, but for `doors`. */
  readonly noun?: RegExp;
};

/** A feature of the server, and which of its files those below it may use besides store and verbs. */
export type Feature = { readonly name: string; readonly doors?: readonly string[] };

/** A house: its rooms and its server features, each in the order in which they may know each other. */
export type House = { readonly rooms: readonly Room[]; readonly features: readonly Feature[] };

/** The room a file belongs to: the first that holds it. */
function roomOf(house: House, file: string): Room | undefined {
  return house.rooms.find((room) => room.holds.test(file));
}

/** Every import that leads where it may not. */
export function directionFaults(house: House, tree: Tree): Fault[] {
  return [...tree].flatMap(([file, content]) => {
    if (!isCode(file)) return [];
    const room = roomOf(house, file);
    if (!room) return [{ file, fault: 'belongs to no room of architecture.test.ts' }];
    return importsOf(content).flatMap((taken) => {
      const fault = faultOf(house, room, file, taken);
      return fault ? [{ file, fault: `imports ${taken.specifier}: ${fault}` }] : [];
    });
  });
}

/** Where the lists of rooms and features themselves are not in order or not true. */
export function listFaults(house: House, tree: Tree): Fault[] {
  const file = 'architecture.test.ts';
  const names = house.rooms.map((room) => room.name);
  const downward = house.rooms.flatMap((room, place) =>
    room.may
      .filter((other) => !names.slice(0, place).includes(other))
      .map((other) => ({ file, fault: `${room.name} may use ${other}, which is not above it` })),
  );
  const folders = new Set(
    [...tree.keys()].flatMap((path) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? []),
  );
  const listed = house.features.map((feature) => feature.name);
  const missing = [...folders].filter((name) => !listed.includes(name));
  const gone = listed.filter((name) => !folders.has(name));
  return [
    ...downward,
    ...missing.map((name) => ({ file, fault: `does not list the feature ${name}` })),
    ...gone.map((name) => ({ file, fault: `lists the feature ${name}, which has no folder` })),
  ];
}

function faultOf(house: House, room: Room, file: string, taken: Import): string | undefined {
  const target = targetOf(file, taken.specifier);
  if (target === undefined) {
    return room.packages?.test(taken.specifier) === false
      ? `${room.name} may not use this package`
      : undefined;
  }
  const other = roomOf(house, target);
  if (!other) return isCode(target) ? 'leads into no room' : undefined;
  if (other === room) return nounFault(house, room, file, target);
  if (room.may.includes(other.name)) return undefined;
  if (!room.mayKnow?.includes(other.name)) return `${room.name} may not use ${other.name}`;
  return taken.onlyTypes ? undefined : `${room.name} may take only types of ${other.name}`;
}

function nounFault(house: House, room: Room, file: string, target: string): string | undefined {
  if (!room.noun) return undefined;
  const own = room.noun.exec(file)?.[1];
  const other = room.noun.exec(target)?.[1];
  if (own === other) return undefined;
  if (!file.startsWith('server/')) return `features are strangers to each other`;
  const order = house.features.map((feature) => feature.name);
  if (order.indexOf(other ?? '') > order.indexOf(own ?? '')) return `${other} is below ${own}`;
  const doors = house.features.find((feature) => feature.name === other)?.doors ?? [];
  const door = /-([a-z]+)\.ts$/.exec(target)?.[1] ?? '';
  return ['store', 'verbs', ...doors].includes(door)
    ? undefined
    : `of ${other} only its store and verbs may be used`;
}
