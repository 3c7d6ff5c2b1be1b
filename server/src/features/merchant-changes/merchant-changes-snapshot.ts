import { DETAIL_FIELDS, labelOfDetail } from '@tegeka/contract/merchant-changes.ts';
import type { SnapshotPart } from '#features/approvals/approvals-snapshot.ts';
import type { Details } from '#features/merchants/merchants-details.ts';
import { type Names, SECTION_OF, wordOf } from './merchant-changes-names.ts';

/** Details as a checker reads them, in the order of the registration. */
export function partsOf(details: Details, names: Names): SnapshotPart[] {
  return DETAIL_FIELDS.map((key) => {
    const mark = details[key];
    const file = key === 'certificateOfIncorporation' ? names.files.get(mark) : undefined;
    return {
      ...{ key, section: SECTION_OF[key], label: labelOfDetail(key), mark },
      ...{ kind: file ? 'file' : 'text', value: wordOf(key, details, names) },
      ...{ fileId: file?.id ?? null, mediaType: file?.mediaType ?? null },
    };
  });
}
