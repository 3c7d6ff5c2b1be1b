import { IMPORT_MACHINE, type ImportState } from '@tegeka/contract/customer-import-rules.ts';
import type { CustomerImport } from '@tegeka/contract/customer-imports.ts';

/** Where an upload stands for the person at the screen: its state, with the wait for columns apart. */
export type ImportStage =
  | 'COLUMNS'
  | 'CHECKING'
  | 'CHECKED'
  | 'IMPORTING'
  | 'DONE'
  | 'CANCELLED'
  | 'FAILED';

const STAGES: Record<ImportState, ImportStage> = {
  UPLOADED: 'CHECKING',
  CHECKED: 'CHECKED',
  CONFIRMED: 'IMPORTING',
  DONE: 'DONE',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
};

export function stageOf(upload: Pick<CustomerImport, 'state' | 'mappingNeeded'>): ImportStage {
  if (upload.state === 'UPLOADED' && upload.mappingNeeded) return 'COLUMNS';
  return STAGES[upload.state];
}

/** True while a job is at work on it, or about to be. */
export function isAtWork(upload: Pick<CustomerImport, 'state' | 'mappingNeeded'>): boolean {
  return ['CHECKING', 'IMPORTING'].includes(stageOf(upload));
}

/** True for an upload that has not ended; there can be only one at a time. */
export function isOpen(upload: Pick<CustomerImport, 'state'>): boolean {
  return !IMPORT_MACHINE.final.includes(upload.state);
}

/** True where columns can be said anew: the check then starts over. */
export function canRemap({ state, columns }: Pick<CustomerImport, 'state' | 'columns'>): boolean {
  return columns.length > 0 && (state === 'UPLOADED' || state === 'CHECKED');
}

/** True where rows are refused, and all of them only because they are customers already: nothing is wrong. */
export function areKnown({ refusals }: Pick<CustomerImport, 'refusals'>): boolean {
  return refusals.length > 0 && refusals.every(({ code }) => code === 'TAKEN');
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4000;

/** Milliseconds until work is looked at again: soon at first, then less and less often. */
export function pauseAfter(looks: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.25 ** Math.max(0, looks - 1));
}

/** How far a job is. Percent is null while the number of rows is not known. */
export interface Progress {
  rows: number;
  total: number | null;
  percent: number | null;
}

/** How far the job at work is; null while it has not begun. */
export function progressOf({ progress }: Pick<CustomerImport, 'progress'>): Progress | null {
  if (!progress) return null;
  const { rows, total } = progress;
  return { rows, total, percent: total === null ? null : percentOf(rows, total) };
}

/** A share in whole percent; 100 only when nothing is left. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100));
}
