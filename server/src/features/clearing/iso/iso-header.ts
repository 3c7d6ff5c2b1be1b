import {
  agent,
  agentAt,
  amountAt,
  instant,
  money,
  needCount,
  needId,
  needInstant,
  parseWhole,
  shortBic,
  wireId,
} from './iso-fields.ts';
import { xml, type Xml } from './iso-template.ts';
import { elementAt, textAt, type XmlElement } from './iso-xml.ts';

export interface GroupHeader {
  messageId: string;
  createdAt: Date;
  /** BICs of who sends and who receives. */
  from: string;
  to: string;
}

/** How many items a message has, and what they come to. */
export interface Totals {
  count: number;
  sum: number;
}

/** When banks settle the items of a message among themselves, in which currency. */
export interface Settlement {
  /** ISO 8601 day. */
  settleOn: string;
  currency: string;
}

/** A header as it came in: null where the message does not say. */
export interface MessageHeader {
  kind: 'HEADER';
  /** `pacs.003.001.08`. */
  message: string;
  messageId: string;
  createdAt: Date;
  from: string | null;
  /** The sender by the application header around the message. */
  envelopeFrom: string | null;
  to: string | null;
  /** From 1; null where the message is not sent in pages. */
  page: number | null;
  count: number | null;
  /** The sum of the items, as often as the header states it. */
  sums: number[];
}

/** A group header; `rest` is what a message has in it besides id and time of creation. */
export const header = (
  { messageId, createdAt }: Omit<GroupHeader, 'from' | 'to'>,
  rest: Xml,
): Xml => xml`
  <GrpHdr>
    <MsgId>${wireId(messageId)}</MsgId>
    <CreDtTm>${instant(createdAt)}</CreDtTm>
    ${rest}
  </GrpHdr>`;

export const totals = ({ count, sum }: Totals): Xml =>
  xml`<NbOfTxs>${String(count)}</NbOfTxs><CtrlSum>${String(sum)}</CtrlSum>`;

/** The sum of the items as an amount, and the day of the settlement: the one is allowed only with the other. */
export const settlement = (
  name: string,
  { sum, settleOn, currency }: Totals & Settlement,
): Xml => xml`
  ${money(name, { amount: sum, currency })}
  <IntrBkSttlmDt>${settleOn}</IntrBkSttlmDt>`;

export const agents = ({ from, to }: GroupHeader): Xml => xml`
  <InstgAgt>${agent(from)}</InstgAgt>
  <InstdAgt>${agent(to)}</InstdAgt>`;

/** A party of a message that is known by its BIC. */
export const partyOf = (bic: string): Xml => xml`<Id><OrgId><AnyBIC>${bic}</AnyBIC></OrgId></Id>`;

function partyAt(element: XmlElement, path: string): string | null {
  const bic = textAt(element, `${path}/Id/OrgId/AnyBIC`);
  return bic === null ? null : shortBic(bic);
}

/** What stands around a message (head.001), as far as it can contradict it. Null where it does not say. */
export interface ApplicationHeader {
  message: string | null;
  from: string | null;
}

export const readApplicationHeader = (element: XmlElement): ApplicationHeader => ({
  message: textAt(element, 'MsgDefIdr'),
  from: agentAt(element, 'Fr/FIId') ?? partyAt(element, 'Fr/OrgId'),
});

/** Reads the header of any message. Statements name no sender: the account identifies the bank. */
export function readHeader(
  message: string,
  element: XmlElement,
  envelopeFrom: string | null,
): MessageHeader {
  const sum = textAt(element, 'CtrlSum');
  const total =
    amountAt(element, 'TtlRtrdIntrBkSttlmAmt') ?? amountAt(element, 'TtlIntrBkSttlmAmt');
  const bank = agentAt(element, 'DbtrAgt');
  const party = partyAt(element, 'InitgPty');
  return {
    kind: 'HEADER',
    message,
    messageId: needId(element, 'MsgId'),
    createdAt: needInstant(element, 'CreDtTm'),
    // InstgAgt: between banks; DbtrAgt: from a bank to its customer; InitgPty: from a customer to its bank.
    from: agentAt(element, 'InstgAgt') ?? bank ?? party,
    envelopeFrom,
    to:
      agentAt(element, 'InstdAgt') ?? partyAt(element, 'MsgRcpt') ?? (bank === null ? null : party),
    page: elementAt(element, 'MsgPgntn') ? needCount(element, 'MsgPgntn/PgNb') : null,
    count: elementAt(element, 'NbOfTxs') ? needCount(element, 'NbOfTxs') : null,
    sums: [
      ...(sum === null ? [] : [parseWhole(sum, 'GrpHdr/CtrlSum')]),
      ...(total === null ? [] : [total.amount]),
    ],
  };
}
