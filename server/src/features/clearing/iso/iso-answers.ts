import { agent, type Amount, idElement, money, wireId } from './iso-fields.ts';
import {
  agents,
  type GroupHeader,
  header,
  type Settlement,
  settlement,
  type Totals,
  totals,
} from './iso-header.ts';
import { document, xml, type Xml } from './iso-template.ts';

/** Statuses of debits, returns of debits, and inquiries about debits without an answer. */
export const PACS_002 = 'pacs.002.001.11';
export const PACS_004 = 'pacs.004.001.10';
export const PACS_028 = 'pacs.028.001.04';

/** Which item of which message is meant, by the ids that it was sent with. Null where it is not said. */
export interface OriginalIds {
  originalMessageId: string | null;
  instructionId: string | null;
  transactionId: string | null;
  endToEndId: string | null;
}

/** The reason of a status or return: a code of ISO 20022 and a text, null where there is none. */
export interface Reason {
  reasonCode: string | null;
  text: string | null;
}

/** The status of a whole message. */
export interface GroupStatus extends Reason {
  originalMessageId: string;
  status: string;
}

export interface StatusItem extends OriginalIds, Reason {
  status: string;
  amount: number | null;
  currency: string | null;
  /** The payer's bank. */
  agent: string | null;
}

/** A debit that comes back after it was settled. */
export interface ReturnItem extends OriginalIds, Reason, Amount {
  returnId: string | null;
  /** What the payer's bank asks for besides the debit; `amount` has it where it is settled with it. */
  compensation: Amount | null;
  /** The payer's bank. */
  agent: string | null;
}

function reason(name: string, { reasonCode, text }: Reason): Xml | null {
  if (reasonCode === null && text === null) return null;
  return xml`
    <${name}>
      ${reasonCode === null ? null : xml`<Rsn><Cd>${reasonCode}</Cd></Rsn>`}
      ${text === null ? null : xml`<AddtlInf>${text}</AddtlInf>`}
    </${name}>`;
}

const originalGroup = (messageId: string | null, message: string): Xml | null =>
  messageId === null
    ? null
    : xml`
        <OrgnlGrpInf>
          <OrgnlMsgId>${wireId(messageId)}</OrgnlMsgId>
          <OrgnlMsgNmId>${message}</OrgnlMsgNmId>
        </OrgnlGrpInf>`;

/** Which message is answered, and its status as a whole, where one is given. */
export const groupStatus = (
  messageId: string,
  message: string,
  group: GroupStatus | null,
): Xml => xml`
  <OrgnlGrpInfAndSts>
    <OrgnlMsgId>${wireId(messageId)}</OrgnlMsgId>
    <OrgnlMsgNmId>${message}</OrgnlMsgNmId>
    ${group && xml`<GrpSts>${group.status}</GrpSts>${reason('StsRsnInf', group)}`}
  </OrgnlGrpInfAndSts>`;

/** The end of the status of an item: status, amount (in an element of the message) and bank. */
export function statusOf(item: StatusItem, amountIn: (amount: Amount) => Xml): Xml {
  const { amount, currency } = item;
  const known = amount === null || currency === null ? null : amountIn({ amount, currency });
  const bank = item.agent === null ? null : xml`<DbtrAgt>${agent(item.agent)}</DbtrAgt>`;
  return xml`
    <TxSts>${item.status}</TxSts>
    ${reason('StsRsnInf', item)}
    ${known === null && bank === null ? null : xml`<OrgnlTxRef>${known}${bank}</OrgnlTxRef>`}`;
}

/** pacs.002: reports the statuses of messages and their items. */
export function writeStatuses(
  head: GroupHeader,
  groups: readonly GroupStatus[],
  items: readonly StatusItem[],
  answered: string,
): string {
  const status = (item: StatusItem): Xml => xml`
    <TxInfAndSts>
      ${originalGroup(item.originalMessageId, answered)}
      ${idElement('OrgnlInstrId', item.instructionId)}
      ${idElement('OrgnlEndToEndId', item.endToEndId)}
      ${idElement('OrgnlTxId', item.transactionId)}
      ${statusOf(item, (amount) => money('IntrBkSttlmAmt', amount))}
    </TxInfAndSts>`;
  const known = groups.map((group) => groupStatus(group.originalMessageId, answered, group));
  const body = [header(head, agents(head)), ...known, ...items.map(status)];
  return document(PACS_002, xml`<FIToFIPmtStsRpt>${body}</FIToFIPmtStsRpt>`);
}

/** pacs.004: returns debits of one currency. */
export function writeReturns(
  head: GroupHeader & Totals & Settlement,
  items: readonly ReturnItem[],
  answered: string,
): string {
  const rest = xml`
    ${totals(head)}
    ${settlement('TtlRtrdIntrBkSttlmAmt', head)}
    <SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>
    ${agents(head)}`;
  const back = (item: ReturnItem): Xml => xml`
    <TxInf>
      ${idElement('RtrId', item.returnId)}
      ${originalGroup(item.originalMessageId, answered)}
      ${idElement('OrgnlInstrId', item.instructionId)}
      ${idElement('OrgnlEndToEndId', item.endToEndId)}
      ${idElement('OrgnlTxId', item.transactionId)}
      ${money('RtrdIntrBkSttlmAmt', item)}
      ${item.compensation && money('CompstnAmt', item.compensation)}
      ${reason('RtrRsnInf', item)}
      ${item.agent === null ? null : xml`<OrgnlTxRef><DbtrAgt>${agent(item.agent)}</DbtrAgt></OrgnlTxRef>`}
    </TxInf>`;
  return document(PACS_004, xml`<PmtRtr>${header(head, rest)}${items.map(back)}</PmtRtr>`);
}

/** pacs.028: asks what has become of items that nobody has answered. */
export function writeInquiries(
  head: GroupHeader,
  items: readonly OriginalIds[],
  asked: string,
): string {
  const inquiry = (item: OriginalIds): Xml => xml`
    <TxInf>
      ${originalGroup(item.originalMessageId, asked)}
      ${idElement('OrgnlInstrId', item.instructionId)}
      ${idElement('OrgnlEndToEndId', item.endToEndId)}
      ${idElement('OrgnlTxId', item.transactionId)}
    </TxInf>`;
  const body = [header(head, agents(head)), ...items.map(inquiry)];
  return document(PACS_028, xml`<FIToFIPmtStsReq>${body}</FIToFIPmtStsReq>`);
}
