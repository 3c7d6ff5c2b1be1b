import type { Import } from '@tegeka/contract/imports/import-shapes.ts';
import {
  columnLabel,
  type ImportKind,
  mappingErrors,
} from '@tegeka/contract/imports/import-kind.ts';
import { formatCount } from '#ui/list/list-query.ts';
import type { ImportScreens } from './import-screens.ts';
import { areKnown, madeOf, stageOf } from './import-texts.ts';

/** What an upload means for the person at its stage. Without a tone it is plain text. */
interface ImportResult {
  heading: string;
  tone?: 'good' | 'warning' | 'bad';
  title?: string;
  text: string;
}

/** What can be done about refused rows. */
export function correctText({ columns }: ImportKind): string {
  const isSecret = Object.values(columns).some(({ secret }) => secret);
  return `Save them as a file, correct them, and upload that file.${isSecret ? ' Account numbers are not in it: enter them again.' : ''}`;
}

/** What the check of a file, or a failed import, means. */
function checkedResult({ known }: ImportScreens, upload: Import): Omit<ImportResult, 'heading'> {
  const later = 'Nothing has been added yet.';
  if (upload.failure !== null) {
    return {
      tone: 'bad',
      title: 'The import did not go through',
      text: 'Something went wrong on our side, and nothing was added. Import again; if it fails again, tell support.',
    };
  }
  if (!upload.refusedRows) return { tone: 'good', text: `Every row is good. ${later}` };
  if (areKnown(upload))
    return { tone: 'warning', title: known.title, text: `${known.text} ${later}` };
  if (!upload.goodRows) {
    return {
      tone: 'bad',
      title: 'All rows need correcting',
      text: 'Below you see why. Correct the file and upload it again.',
    };
  }
  return {
    tone: 'warning',
    title: `${upload.refusedRows === 1 ? '1 row needs' : `${formatCount(upload.refusedRows)} rows need`} correcting`,
    text: `Import the good ones now and the others later, or cancel and correct the file. ${later}`,
  };
}

function doneText(kind: ImportKind, { imported, refusedRows, refusedKept }: Import): string {
  const left = ` The refused rows were left out, and we keep them for 30 days. ${correctText(kind)}`;
  return `${madeOf(kind, imported ?? 0)} added.${refusedKept && refusedRows ? left : ''}`;
}

const LEAVE = 'You can leave: the work goes on, and you find it again under Uploads.';

/** What an upload means at its stage, with a heading. */
export function resultOf(screens: ImportScreens, upload: Import): ImportResult {
  const { kind, looksAt } = screens;
  switch (stageOf(upload)) {
    case 'COLUMNS': {
      const unknown = Object.keys(mappingErrors(kind, upload.mapping));
      const labels = unknown.map((name) => columnLabel(kind, name)).join(', ');
      return {
        heading: 'Which column is which?',
        tone: 'warning',
        title: 'We need your help',
        text: `The names in row ${upload.headerRow} of your file do not tell us which column is: ${labels}. Choose the columns, or another row, and we check the file. If your file has no names of columns above its ${kind.many}, cancel, add them, and upload it again.`,
      };
    }
    case 'UPLOADED':
      return {
        heading: 'Checking the file',
        text: `We look at every row: ${looksAt}. Nothing has been added yet. ${LEAVE}`,
      };
    case 'CHECKED':
      return { heading: 'The file is checked', ...checkedResult(screens, upload) };
    case 'CONFIRMED':
      return {
        heading: `Adding the ${kind.many}`,
        text: `The ${kind.many} appear in your list when all of them are in. ${LEAVE}`,
      };
    case 'DONE':
      return { heading: 'The import is done', tone: 'good', text: doneText(kind, upload) };
    case 'CANCELLED':
      return {
        heading: 'This upload was cancelled',
        text: 'Nothing was added, and we have not kept the file.',
      };
    case 'FAILED':
      return {
        heading: 'The file could not be used',
        tone: 'bad',
        text: `${upload.failure?.message ?? ''} Nothing was added.`,
      };
  }
}
