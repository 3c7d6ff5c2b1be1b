import { CALL_LINES, CONSTANT_LINES, ERROR_LINES } from './lines-calls.ts';
import { ENTITY_LINES, FLOW_LINES } from './lines-entities.ts';
import { MENU_LINES } from './lines-menus.ts';
import { REGISTRATION_LINES } from './lines-registration.ts';
import { PRODUCT_LINES, ROUTE_LINES, SHELL_LINES } from './lines-routes.ts';
import { ACCESS_LINES, RULE_LINES, STATUS_LINES } from './lines-rules.ts';
import { DISPLAY_LINES, SIGN_UP_LINES } from './lines-sign-up.ts';

/**
 * Every testable line of the specification by id: the number of its section and a name. What the
 * specification calls 'not shown' has no line.
 */
export const LINES = {
  ...PRODUCT_LINES,
  ...ROUTE_LINES,
  ...SHELL_LINES,
  ...MENU_LINES,
  ...SIGN_UP_LINES,
  ...REGISTRATION_LINES,
  ...DISPLAY_LINES,
  ...ENTITY_LINES,
  ...FLOW_LINES,
  ...STATUS_LINES,
  ...RULE_LINES,
  ...ACCESS_LINES,
  ...CALL_LINES,
  ...ERROR_LINES,
  ...CONSTANT_LINES,
} as const;

/**
 * The lines from which the product deviates on purpose, with what it does instead. The test that names
 * such a line proves that.
 */
export const DEVIATIONS: Partial<Record<LineId, string>> = {
  '7.customers.local': 'Both exist by now: they are fetched and shown',
};

/** The id of a line, such as `2.4.email.heading`. */
export type LineId = keyof typeof LINES;

const isLine = (id: string): id is LineId => Object.hasOwn(LINES, id);

/** The line of a composed id, for example from the label of a menu entry. */
export function lineNamed(id: string): LineId {
  if (!isLine(id)) throw new Error(`There is no line ${id}`);
  return id;
}

/** The sections in the order of the specification. */
export const SECTIONS = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '2.7',
  '2.8',
  '3',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '5',
  '6',
  '7',
  '8',
  '9',
] as const;

/** The section of a line: the longest section number that its id begins with. */
export function sectionOf(id: string): (typeof SECTIONS)[number] | null {
  const found = SECTIONS.filter((section) => id.startsWith(`${section}.`));
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
