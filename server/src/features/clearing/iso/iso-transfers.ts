import { groupStatus, type GroupStatus, statusOf, type StatusItem } from './iso-answers.ts';
import {
  account,
  accountAt,
  agent,
  type Amount,
  idElement,
  money,
  needAccount,
  needAgent,
  needAmount,
  needId,
  wireId,
} from './iso-fields.ts';
import { type GroupHeader, header, partyOf, type Totals, totals } from './iso-header.ts';
import { document, xml, type Xml } from './iso-template.ts';
import { elementAt, type ItemReader, needText, XmlRejected } from './iso-xml.ts';

/** Transfers that a bank is asked to make, and their statuses. */
export const PAIN_001 = 'pain.001.001.10';
export const PAIN_002 = 'pain.002.001.11';

export interface TransferItem extends Amount {
  instructionId: string;
  endToEndId: string;
  creditorName: string;
  creditorAccount: string;
  creditorAgent: string;
  /** What the creditor reads on the statement; empty for none. */
  text: string;
}

/** From which account transfers are made, and on which day. */
export interface TransferOrder {
  executeOn: string;
  debtorName: string;
  debtorAccount: string;
  debtorAgent: string;
}

const transfer = (item: TransferItem): Xml => xml`
  <CdtTrfTxInf>
    <PmtId>
      <InstrId>${wireId(item.instructionId)}</InstrId>
      <EndToEndId>${wireId(item.endToEndId)}</EndToEndId>
    </PmtId>
    <Amt>${money('InstdAmt', item)}</Amt>
    <CdtrAgt>${agent(item.creditorAgent)}</CdtrAgt>
    <Cdtr><Nm>${item.creditorName}</Nm></Cdtr>
    <CdtrAcct>${account(item.creditorAccount)}</CdtrAcct>
    ${item.text === '' ? null : xml`<RmtInf><Ustrd>${item.text}</Ustrd></RmtInf>`}
  </CdtTrfTxInf>`;

/**
 * pain.001: asks the bank of an account to transfer amounts from it, and to book each by itself. That bank is the
 * debtor's agent: a forwarding agent would be another one in between.
 */
export function writeTransfers(
  head: Omit<GroupHeader, 'to'> & Totals & TransferOrder,
  items: readonly TransferItem[],
): string {
  const rest = xml`
    ${totals(head)}
    <InitgPty>${partyOf(head.from)}</InitgPty>`;
  const body = xml`
    <CstmrCdtTrfInitn>${header(head, rest)}
      <PmtInf>
        <PmtInfId>${wireId(head.messageId)}</PmtInfId>
        <PmtMtd>TRF</PmtMtd>
        <BtchBookg>false</BtchBookg>
        ${totals(head)}
        <ReqdExctnDt><Dt>${head.executeOn}</Dt></ReqdExctnDt>
        <Dbtr><Nm>${head.debtorName}</Nm></Dbtr>
        <DbtrAcct>${account(head.debtorAccount)}</DbtrAcct>
        <DbtrAgt>${agent(head.debtorAgent)}</DbtrAgt>
        ${items.map(transfer)}
      </PmtInf>
    </CstmrCdtTrfInitn>`;
  return document(PAIN_001, body);
}

/** pain.002: reports the statuses of transfers. */
export function writeTransferStatuses(
  head: GroupHeader,
  { originalMessageId, group }: { originalMessageId: string; group: GroupStatus | null },
  items: readonly StatusItem[],
): string {
  const rest = xml`
    <InitgPty>${partyOf(head.to)}</InitgPty>
    <DbtrAgt>${agent(head.from)}</DbtrAgt>`;
  const statuses = items.map(
    (item) => xml`
      <TxInfAndSts>
        ${idElement('OrgnlInstrId', item.instructionId)}
        ${idElement('OrgnlEndToEndId', item.endToEndId)}
        ${statusOf(item, (amount) => xml`<Amt>${money('InstdAmt', amount)}</Amt>`)}
      </TxInfAndSts>`,
  );
  const body = xml`
    <CstmrPmtStsRpt>${header(head, rest)}
      ${groupStatus(originalMessageId, PAIN_001, group)}
      <OrgnlPmtInfAndSts>
        <OrgnlPmtInfId>${wireId(originalMessageId)}</OrgnlPmtInfId>
        ${statuses}
      </OrgnlPmtInfAndSts>
    </CstmrPmtStsRpt>`;
  return document(PAIN_002, body);
}

/** The payment order, whose transfers are read one by one. */
export const TRANSFERS = 'PmtInf';

/** A transfer as a bank reads it, with the account that it is made from. */
export type TransferPart = { kind: 'TRANSFER'; debtorAccount: string } & TransferItem;

export function transferReader(): ItemReader<TransferPart> {
  let debtorAccount: string | null = null;
  return {
    element(element) {
      if (element.name === 'DbtrAcct') debtorAccount = accountAt(element);
      if (element.name !== 'CdtTrfTxInf') return null;
      if (debtorAccount === null) throw new XmlRejected('A transfer stands before its account');
      return {
        kind: 'TRANSFER',
        debtorAccount,
        instructionId: needId(element, 'PmtId/InstrId'),
        endToEndId: needId(element, 'PmtId/EndToEndId'),
        ...needAmount(element, 'Amt/InstdAmt'),
        creditorName: needText(element, 'Cdtr/Nm'),
        creditorAccount: needAccount(element, 'CdtrAcct'),
        creditorAgent: needAgent(element, 'CdtrAgt'),
        text: elementAt(element, 'RmtInf/Ustrd')?.text ?? '',
      };
    },
    end() {
      debtorAccount = null;
      return null;
    },
  };
}
