import { isoDay, timeOf } from '@tegeka/contract/kit/day.ts';
import { fractionDigits } from '@tegeka/contract/kit/money.ts';
import { xml, type Xml } from './iso-template.ts';
import { elementAt, needText, onlyAt, textAt, type XmlElement, XmlRejected } from './iso-xml.ts';

// What recurs in messages: ids, banks, accounts, amounts, days and moments, as they are written and read.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const WIRE_UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

/** A UUID on the wire: 32 hex digits, since ids have at most 35 characters. Other ids are unchanged. */
export const wireId = (id: string) =>
  id.length === 36 && UUID.test(id)
    ? id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)
    : id;

/** The UUID of 32 hex digits; other texts are unchanged. */
export function fromWireId(text: string): string {
  const parts = WIRE_UUID.exec(text);
  return parts ? parts.slice(1).join('-').toLowerCase() : text;
}

/** The id at a path; null where there is none. */
export function idAt(element: XmlElement, path: string): string | null {
  const text = textAt(element, path);
  return text === null ? null : fromWireId(text);
}

/** An element of an id, where there is one. */
export const idElement = (name: string, value: string | null): Xml | null =>
  value === null ? null : xml`<${name}>${wireId(value)}</${name}>`;

export const needId = (element: XmlElement, path: string) => fromWireId(needText(element, path));

export const agent = (bic: string): Xml => xml`<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`;

/** A BIC in eight characters where its branch is XXX: both name the head office (ISO 9362). */
export const shortBic = (bic: string) => bic.replace(/^([A-Z0-9]{8})XXX$/, '$1');

/** The bank at a path by its BIC, or else by its number in a clearing system; null where there is none. */
export function agentAt(element: XmlElement, path: string): string | null {
  const bank = elementAt(element, `${path}/FinInstnId`);
  if (!bank) return null;
  const bic = textAt(bank, 'BICFI');
  if (bic !== null) return shortBic(bic);
  return textAt(bank, 'ClrSysMmbId/MmbId') ?? textAt(bank, 'Othr/Id');
}

export function needAgent(element: XmlElement, path: string): string {
  return agentAt(element, path) ?? needText(element, `${path}/FinInstnId/BICFI`);
}

export const account = (number: string): Xml => xml`<Id><Othr><Id>${number}</Id></Othr></Id>`;

/** The number of an account; null where there is none. */
export const accountAt = (element: XmlElement): string | null =>
  textAt(element, 'Id/Othr/Id') ?? textAt(element, 'Id/IBAN');

export function needAccount(element: XmlElement, path: string): string {
  const found = elementAt(element, path);
  return (found && accountAt(found)) ?? needText(element, `${path}/Id/Othr/Id`);
}

/** A code of a list of ISO 20022, or else a word of a bank's own; null where there is neither. */
export const codeAt = (element: XmlElement, path: string): string | null =>
  textAt(element, `${path}/Cd`) ?? textAt(element, `${path}/Prtry`);

/** An amount in the smallest unit of its currency: the shilling has none below itself. */
export interface Amount {
  amount: number;
  currency: string;
}

export const money = (name: string, { amount, currency }: Amount): Xml =>
  xml`<${name} Ccy="${currency}">${figureOf(amount, fractionDigits(currency))}</${name}>`;

/** `1250` with two digits is `12.50`. */
function figureOf(amount: number, digits: number): string {
  const figure = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? figure : `${figure.slice(0, -digits)}.${figure.slice(-digits)}`;
}

const AMOUNT_MAX = 10 ** 15;

/** Reads `5000` and `5000.00`; refuses what is no whole number from 0 to 10^15. */
export const parseWhole = (text: string, what: string) => parseUnits(text, what, 0);

/** Reads an amount as a number of the smallest unit, of which `digits` are behind the point. */
function parseUnits(text: string, what: string, digits: number): number {
  const [, whole, fraction = ''] = /^\+?(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const refuse = (why: string): never => {
    throw new XmlRejected(`${what} ${why}: ${text.slice(0, 40)}`);
  };
  if (whole === undefined) return refuse('is no amount');
  if (/[1-9]/.test(fraction.slice(digits))) refuse('has a fraction');
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return amount > AMOUNT_MAX ? refuse('is too large') : amount;
}

/** The amount with its currency at a path; null where there is none. */
export function amountAt(element: XmlElement, path: string): Amount | null {
  const found = onlyAt(element, path);
  if (!found) return null;
  const what = `${element.name}/${path}`;
  const { currency } = found;
  if (!/^[A-Z]{3}$/.test(currency)) throw new XmlRejected(`${what} has no currency`);
  return { amount: parseUnits(found.text, what, fractionDigits(currency)), currency };
}

export function needAmount(element: XmlElement, path: string): Amount {
  const found = amountAt(element, path);
  if (!found) throw new XmlRejected(`${element.name} has no ${path}`);
  return found;
}

/** The count at a path. */
export function needCount(element: XmlElement, path: string): number {
  const text = needText(element, path);
  if (!/^\d{1,15}$/.test(text))
    throw new XmlRejected(`${element.name}/${path} is no number: ${text.slice(0, 40)}`);
  return Number(text);
}

// Seconds without a fraction, in UTC.
export const instant = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** Moments without an offset are those of Kampala. */
const ZONE = '+03:00';

export function needInstant(element: XmlElement, path: string): Date {
  const text = needText(element, path);
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = new Date(hasOffset ? text : text + ZONE);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new XmlRejected(`${element.name}/${path} is no moment: ${text.slice(0, 40)}`);
  return at;
}

/** The ISO 8601 day at a path. */
export function needDay(element: XmlElement, path: string): string {
  const text = needText(element, path);
  const [, day] = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const time = day === undefined ? Number.NaN : timeOf(day);
  // `timeOf` makes a day of March of 30 February: such days are refused.
  if (day === undefined || new Date(time).getUTCDate() !== Number(day.slice(8)))
    throw new XmlRejected(`${element.name}/${path} is no day: ${text.slice(0, 40)}`);
  return day;
}

/** The day at a path, or the day in Kampala of the moment there; null where there is neither. */
export function dayOrMomentAt(element: XmlElement, path: string): string | null {
  if (textAt(element, `${path}/Dt`) !== null) return needDay(element, `${path}/Dt`);
  if (textAt(element, `${path}/DtTm`) === null) return null;
  return isoDay(needInstant(element, `${path}/DtTm`));
}
