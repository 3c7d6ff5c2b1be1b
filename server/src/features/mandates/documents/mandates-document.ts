import { showMoment } from '@tegeka/contract/kit/day.ts';
import { PRODUCT_NAME } from '@tegeka/contract/kit/domains.ts';
import type { HistoryEvent } from '@tegeka/contract/kit/history.ts';
import type { Evidence } from '@tegeka/contract/mandates/mandate-documents.ts';
import { MANDATE_STATE_LABELS } from '@tegeka/contract/mandates/mandates.ts';
import {
  EVIDENCE_KIND_LABELS,
  EVIDENCE_WAY_LABELS,
  mandateDetails,
  mandateSentence,
} from '@tegeka/contract/mandates/mandate-texts.ts';
import type { Mandate } from '@tegeka/contract/mandates/mandates.ts';
import type { PdfBlock } from '#platform/documents/pdf-writer.ts';

interface DocumentParts {
  mandate: Mandate;
  merchantName: string;
  evidence: readonly Evidence[];
  events: readonly HistoryEvent<string>[];
  now: Date;
}

const stateOf = (state: string) =>
  new Map<string, string>(Object.entries(MANDATE_STATE_LABELS)).get(state) ?? state;

/** The parties and the account. Its number is masked unless `account` is given. */
export function partyRows(
  { customer, bank, accountName, accountLastFour }: Mandate,
  { merchantName, account }: { merchantName: string; account?: string },
): [label: string, value: string][] {
  const masked = accountLastFour === null ? 'not known yet' : `•••• ${accountLastFour}`;
  return [
    ['Collected by', merchantName],
    ['Payer', customer.name],
    ['Bank', bank?.name ?? 'not known yet'],
    ['Name on the account', accountName ?? 'not known yet'],
    ['Account number', account ?? masked],
  ];
}

function evidenceRows(row: Evidence): [label: string, value: string][] {
  return [
    ['What', `${EVIDENCE_KIND_LABELS[row.kind]} ${EVIDENCE_WAY_LABELS[row.way]}`],
    ['When', showMoment(row.at)],
    ['Mandate', row.reference],
    ['Who', row.payerName],
    ['Phone', row.phone ?? 'none'],
    ['Network address', row.address ?? 'none'],
    ['Browser', row.userAgent ?? 'none'],
    ...(row.reason === null ? [] : [['Reason', row.reason] satisfies [string, string]]),
    ['Shown', row.shown],
    ['Version of the terms', row.termsVersion],
    ['SHA-256 of what was shown', row.shownHash],
  ];
}

/** A mandate on paper, for the payer, the bank or a court. */
export function documentBlocks(parts: DocumentParts): PdfBlock[] {
  const { mandate, merchantName, evidence, events, now } = parts;
  const states = events.toReversed().flatMap(({ at, to, reason }): [string, string][] => {
    if (to === null) return [];
    return [[showMoment(at), reason === null ? stateOf(to) : `${stateOf(to)}: ${reason}`]];
  });
  return [
    { kind: 'title', text: `Direct debit mandate ${mandate.reference}` },
    { kind: 'text', text: mandateSentence(merchantName, mandate) },
    { kind: 'heading', text: 'Parties' },
    { kind: 'rows', rows: partyRows(mandate, { merchantName }) },
    { kind: 'heading', text: 'Terms and limits' },
    { kind: 'text', text: mandateDetails(mandate).join('\n') },
    { kind: 'heading', text: 'States' },
    { kind: 'rows', rows: states },
    { kind: 'heading', text: 'Evidence' },
    ...(evidence.length === 0
      ? [{ kind: 'text', text: 'The payer has not answered yet.' } as const]
      : evidence.map((row) => ({ kind: 'rows', rows: evidenceRows(row) }) as const)),
    {
      kind: 'small',
      text: `Made by ${PRODUCT_NAME} on ${showMoment(now.toISOString())}. Days and times are those of Kampala.`,
    },
  ];
}
