import {
  account,
  agent,
  codeAt,
  money,
  needAccount,
  needAgent,
  needAmount,
  needDay,
  needId,
  wireId,
} from './iso-fields.ts';
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
import {
  elementAt,
  type ItemReader,
  needText,
  textAt,
  type XmlElement,
  XmlRejected,
} from './iso-xml.ts';

export const PACS_003 = 'pacs.003.001.08';

/** One attempt to collect an amount on a mandate. Days are ISO 8601 days. */
export interface DebitItem {
  /** Of this attempt; the transaction id is the same. */
  instructionId: string;
  endToEndId: string;
  /** Whole units: the shilling has no smaller one. */
  amount: number;
  currency: string;
  collectOn: string;
  /** The only debit of its mandate. */
  oneOff: boolean;
  mandateReference: string;
  signedOn: string | null;
  creditorName: string;
  creditorId: string;
  creditorAccount: string;
  /** Banks by their BIC. */
  creditorAgent: string;
  ultimateCreditor: string;
  debtorName: string;
  debtorAccount: string;
  debtorAgent: string;
  /**
   * How banks process it (ExternalCategoryPurpose1Code), and what the payer pays for (ExternalPurpose1Code): a
   * code, or a text of our own; null for none.
   */
  categoryPurpose: string | null;
  purpose: string | null;
  /** What the payer reads on the statement; empty for none. */
  text: string;
}

const purposeOf = (name: string, purpose: string | null): Xml | null => {
  if (purpose === null) return null;
  const isCode = /^[A-Z0-9]{4}$/.test(purpose);
  return xml`<${name}>${isCode ? xml`<Cd>${purpose}</Cd>` : xml`<Prtry>${purpose}</Prtry>`}</${name}>`;
};

function debit(item: DebitItem): Xml {
  const { signedOn, ultimateCreditor, text } = item;
  const id = wireId(item.instructionId);
  return xml`
    <DrctDbtTxInf>
      <PmtId>
        <InstrId>${id}</InstrId>
        <EndToEndId>${wireId(item.endToEndId)}</EndToEndId>
        <TxId>${id}</TxId>
      </PmtId>
      <PmtTpInf>
        <SeqTp>${item.oneOff ? 'OOFF' : 'RCUR'}</SeqTp>
        ${purposeOf('CtgyPurp', item.categoryPurpose)}
      </PmtTpInf>
      ${money('IntrBkSttlmAmt', item)}
      <ChrgBr>SLEV</ChrgBr>
      <ReqdColltnDt>${item.collectOn}</ReqdColltnDt>
      <DrctDbtTx>
        <MndtRltdInf>
          <MndtId>${item.mandateReference}</MndtId>
          ${signedOn === null ? null : xml`<DtOfSgntr>${signedOn}</DtOfSgntr>`}
        </MndtRltdInf>
        <CdtrSchmeId>
          <Id><PrvtId><Othr><Id>${item.creditorId}</Id></Othr></PrvtId></Id>
        </CdtrSchmeId>
      </DrctDbtTx>
      <Cdtr><Nm>${item.creditorName}</Nm></Cdtr>
      <CdtrAcct>${account(item.creditorAccount)}</CdtrAcct>
      <CdtrAgt>${agent(item.creditorAgent)}</CdtrAgt>
      ${ultimateCreditor === '' ? null : xml`<UltmtCdtr><Nm>${ultimateCreditor}</Nm></UltmtCdtr>`}
      <Dbtr><Nm>${item.debtorName}</Nm></Dbtr>
      <DbtrAcct>${account(item.debtorAccount)}</DbtrAcct>
      <DbtrAgt>${agent(item.debtorAgent)}</DbtrAgt>
      ${purposeOf('Purp', item.purpose)}
      ${text === '' ? null : xml`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}
    </DrctDbtTxInf>`;
}

/** pacs.003: collects debits of one currency, which banks settle among themselves on one day. */
export function writeDebits(
  head: GroupHeader & Totals & Settlement,
  items: readonly DebitItem[],
): string {
  const rest = xml`
    ${totals(head)}
    ${settlement('TtlIntrBkSttlmAmt', head)}
    <SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>
    ${agents(head)}`;
  const body = [header(head, rest), ...items.map(debit)];
  return document(PACS_003, xml`<FIToFICstmrDrctDbt>${body}</FIToFICstmrDrctDbt>`);
}

export type DebitPart = { kind: 'DEBIT' } & DebitItem;

function readDebit(element: XmlElement): DebitPart {
  const sequence = needText(element, 'PmtTpInf/SeqTp');
  if (!['RCUR', 'OOFF', 'FRST', 'FNAL', 'RPRE'].includes(sequence))
    throw new XmlRejected(`DrctDbtTxInf/PmtTpInf/SeqTp is unknown: ${sequence.slice(0, 20)}`);
  const mandate = 'DrctDbtTx/MndtRltdInf';
  return {
    kind: 'DEBIT',
    instructionId: needId(element, 'PmtId/InstrId'),
    endToEndId: needId(element, 'PmtId/EndToEndId'),
    ...needAmount(element, 'IntrBkSttlmAmt'),
    collectOn: needDay(element, 'ReqdColltnDt'),
    oneOff: sequence === 'OOFF',
    mandateReference: needText(element, `${mandate}/MndtId`),
    signedOn: textAt(element, `${mandate}/DtOfSgntr`) && needDay(element, `${mandate}/DtOfSgntr`),
    creditorName: needText(element, 'Cdtr/Nm'),
    creditorId: needText(element, 'DrctDbtTx/CdtrSchmeId/Id/PrvtId/Othr/Id'),
    creditorAccount: needAccount(element, 'CdtrAcct'),
    creditorAgent: needAgent(element, 'CdtrAgt'),
    ultimateCreditor: textAt(element, 'UltmtCdtr/Nm') ?? '',
    debtorName: needText(element, 'Dbtr/Nm'),
    debtorAccount: needAccount(element, 'DbtrAcct'),
    debtorAgent: needAgent(element, 'DbtrAgt'),
    categoryPurpose: codeAt(element, 'PmtTpInf/CtgyPurp'),
    purpose: codeAt(element, 'Purp'),
    text: elementAt(element, 'RmtInf/Ustrd')?.text ?? '',
  };
}

export const debitReader = (): ItemReader<DebitPart> => ({
  element: (element) => (element.name === 'DrctDbtTxInf' ? readDebit(element) : null),
  end: () => null,
});
