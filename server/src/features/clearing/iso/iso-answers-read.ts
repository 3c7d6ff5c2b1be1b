import { maskAccount } from '@tegeka/contract/merchants/merchant-profile.ts';
import type { GroupStatus, OriginalIds, Reason, ReturnItem, StatusItem } from './iso-answers.ts';
import { agentAt, amountAt, idAt, needAmount, needId } from './iso-fields.ts';
import { type ItemReader, needText, textAt, type XmlElement, XmlRejected } from './iso-xml.ts';

export type AnswerPart =
  | ({ kind: 'GROUP_STATUS' } & GroupStatus)
  | ({ kind: 'STATUS' } & StatusItem)
  | ({ kind: 'RETURN' } & ReturnItem)
  | ({ kind: 'INQUIRY' } & OriginalIds);

/** The payment order within a pain.002, whose children are read one by one. */
export const ORDER = 'OrgnlPmtInfAndSts';

/** Masks account numbers: banks write them into their texts, which businesses read. */
const withoutAccounts = (text: string | null) =>
  text?.replaceAll(/\d(?:[ -]?\d){8,17}/g, (number) => maskAccount(number.replaceAll(/\D/g, ''))) ??
  null;

/** The reason of an element: one may stand in each of several, some of them with a text alone. */
function readReason(element: XmlElement, name: string): Reason {
  const all = element.children.filter((child) => child.name === name);
  const codes = [
    ...all.map((info) => textAt(info, 'Rsn/Cd')),
    ...all.map((info) => textAt(info, 'Rsn/Prtry')),
  ].filter((code) => code !== null);
  const texts = all.flatMap((info) =>
    info.children.filter((child) => child.name === 'AddtlInf').map(({ text }) => text),
  );
  const [code = null, ...others] = codes;
  return {
    reasonCode: withoutAccounts(code),
    text: withoutAccounts([...others, ...texts].join(' ')) || null,
  };
}

const bankOf = (element: XmlElement) =>
  agentAt(element, 'OrgnlTxRef/DbtrAgt') ?? agentAt(element, 'InstgAgt');

/** Reads one item of an answer, with the ids of what it is about. */
type ReadAnswer = (element: XmlElement, original: OriginalIds) => AnswerPart;

const readStatus: ReadAnswer = (element, original) => {
  const amount =
    amountAt(element, 'OrgnlTxRef/IntrBkSttlmAmt') ?? amountAt(element, 'OrgnlTxRef/Amt/InstdAmt');
  return {
    kind: 'STATUS',
    ...original,
    status: needText(element, 'TxSts'),
    ...readReason(element, 'StsRsnInf'),
    amount: amount?.amount ?? null,
    currency: amount?.currency ?? null,
    agent: bankOf(element),
  };
};

const readReturn: ReadAnswer = (element, original) => ({
  kind: 'RETURN',
  returnId: idAt(element, 'RtrId'),
  ...original,
  ...needAmount(element, 'RtrdIntrBkSttlmAmt'),
  compensation: amountAt(element, 'CompstnAmt'),
  ...readReason(element, 'RtrRsnInf'),
  agent: bankOf(element),
});

const readInquiry: ReadAnswer = (_element, original) => ({ kind: 'INQUIRY', ...original });

function groupStatusOf(
  originalMessageId: string,
  status: string | null,
  element: XmlElement,
): AnswerPart | null {
  if (status === null) return null;
  const reason = readReason(element, 'StsRsnInf');
  return { kind: 'GROUP_STATUS', originalMessageId, status, ...reason };
}

/** Reads an answer. Items without an original message id belong to its only group, if there is one. */
function answerReader(read: ReadAnswer): ItemReader<AnswerPart> {
  const groups: string[] = [];
  let order: XmlElement[] = [];

  function readItem(element: XmlElement): AnswerPart {
    const only = groups.length === 1 ? groups[0] : undefined;
    return read(element, {
      originalMessageId: idAt(element, 'OrgnlGrpInf/OrgnlMsgId') ?? only ?? null,
      instructionId: idAt(element, 'OrgnlInstrId'),
      transactionId: idAt(element, 'OrgnlTxId'),
      endToEndId: idAt(element, 'OrgnlEndToEndId'),
    });
  }

  return {
    element(element, parent) {
      const { name } = element;
      if (name === 'TxInfAndSts' || name === 'TxInf') return readItem(element);
      if (parent === ORDER) order.push(element);
      if (name !== 'OrgnlGrpInfAndSts' && name !== 'OrgnlGrpInf') return null;
      const originalMessageId = needId(element, 'OrgnlMsgId');
      groups.push(originalMessageId);
      return groupStatusOf(originalMessageId, textAt(element, 'GrpSts'), element);
    },
    // A message of ours has one payment order, so the status of the order is that of the message.
    end() {
      const [message] = groups;
      if (message === undefined) throw new XmlRejected(`${ORDER} stands before OrgnlGrpInfAndSts`);
      const ended = { name: ORDER, currency: '', text: '', children: order };
      order = [];
      return groupStatusOf(message, textAt(ended, 'PmtInfSts'), ended);
    },
  };
}

/** Reads pacs.002 and pain.002, pacs.004, and pacs.028. */
export const statusReader = () => answerReader(readStatus);
export const returnReader = () => answerReader(readReturn);
export const inquiryReader = () => answerReader(readInquiry);
