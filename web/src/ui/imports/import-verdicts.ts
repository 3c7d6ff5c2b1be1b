import type { Import } from '@tegeka/contract/imports/import-endpoints.ts';
import type { ImportKind } from '@tegeka/contract/imports/import-kind.ts';
import { showMoment } from '@tegeka/contract/kit/day.ts';
import type { ImportScreens } from './import-screens.ts';
import { areKnown, countOf, madeOf, remedyOf, stageOf } from './import-words.ts';
import { countWords } from '#ui/list/list-query.ts';

/** What an upload means for the person at its stage. Without a tone it is plain text. */
interface Verdict {
  tone?: 'good' | 'warning' | 'bad';
  title?: string;
  text: string;
}

/** What it means that all refused rows are there already. */
function knownVerdict({ known }: ImportScreens, good: number, rows: number): Verdict {
  if (good === 0) return { tone: 'warning', title: known.title, text: known.none };
  return {
    tone: 'warning',
    title: `${countOf(rows, 'row')} ${known.have[rows === 1 ? 'one' : 'many']}`,
    text: `${known.some[good === 1 ? 'one' : 'many']} Nothing has been added yet.`,
  };
}

/** What the check of a file, or a failed import, means. */
function checkedVerdict(screens: ImportScreens, upload: Import): Verdict {
  const [good, refused] = [upload.goodRows ?? 0, upload.refusedRows ?? 0];
  if (upload.failure !== null) {
    return {
      tone: 'bad',
      title: 'The import did not go through',
      text: 'Something went wrong on our side, and nothing was added. Import again; if it fails again, tell support.',
    };
  }
  if (refused === 0)
    return { tone: 'good', text: 'Every row is good. Nothing has been added yet.' };
  if (areKnown(upload)) return knownVerdict(screens, good, refused);
  if (good === 0) {
    return {
      tone: 'bad',
      title: 'No row can be imported',
      text: 'Below you see why. Correct the file and upload it again.',
    };
  }
  return {
    tone: 'warning',
    title: `${countOf(refused, 'row')} can not be imported`,
    text: `Import ${good === 1 ? 'the good row' : 'the good rows'} now and the others later, or cancel and correct the file. Nothing has been added yet.`,
  };
}

/** What the file of refused rows leaves out. */
export const secretNote = ({ columns }: ImportKind) =>
  Object.values(columns).some(({ secret }) => secret)
    ? ' Account numbers are not in it: enter them again.'
    : '';

function doneVerdict(kind: ImportKind, { imported, refusedRows, endedAt }: Import): Verdict {
  const left = refusedRows
    ? ` The refused rows were left out. For 30 days you can save them below, correct them and upload that file.${secretNote(kind)}`
    : '';
  const on = endedAt === null ? '' : ` on ${showMoment(endedAt)}`;
  return { tone: 'good', text: `${madeOf(kind, imported)} added${on}.${left}` };
}

const LEAVE =
  'You can leave this page: the work goes on, and you can come back to it under Uploads.';

/** What an upload means at its stage, with a heading. */
export function verdictOf(screens: ImportScreens, upload: Import): Verdict & { heading: string } {
  const { kind, looksAt } = screens;
  switch (stageOf(upload)) {
    case 'CHECKED':
      return { heading: 'The file is checked', ...checkedVerdict(screens, upload) };
    case 'CONFIRMED':
      return {
        heading: `Adding the ${kind.many}`,
        text: `The ${kind.many} appear in your list when all of them are in. ${LEAVE}`,
      };
    case 'DONE':
      return { heading: 'The import is done', ...doneVerdict(kind, upload) };
    case 'CANCELLED':
      return {
        heading: 'This upload was cancelled',
        text: 'Nothing was added, and we have not kept the file.',
      };
    case 'FAILED':
      return {
        heading: 'The file could not be used',
        tone: 'bad',
        title: upload.failure?.message ?? '',
        text: `${remedyOf(kind, upload.failure?.code ?? 'UNEXPECTED')} Nothing was added.`,
      };
    case 'COLUMNS':
      return { heading: 'Which column is which?', text: '' };
    case 'UPLOADED':
      return {
        heading: 'Checking the file',
        text: `We look at every row: ${looksAt}. Nothing has been added yet. ${LEAVE}`,
      };
  }
}

/** The word on the button that imports. */
export function importLabel(kind: ImportKind, upload: Import): string {
  const good = upload.goodRows ?? 0;
  if (upload.refusedRows === 0 || areKnown(upload)) return `Import ${madeOf(kind, good)}`;
  return good === 1 ? 'Import the good row' : `Import the ${countWords(good)} good rows`;
}
