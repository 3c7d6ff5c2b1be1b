import { customerImport } from '#features/customers/customer-import.tsx';
import { ImportColumns, ImportHeader } from '#ui/imports/import-columns.tsx';
import { ImportDetail } from '#ui/imports/import-detail.tsx';
import { ImportHome } from '#ui/imports/import-home.tsx';
import { ImportOpenNote, OpenUpload } from '#ui/imports/import-open.tsx';
import { ImportUpload } from '#ui/imports/import-upload.tsx';
import { checked, IMPORT_ID, imports, MERCHANT_ID } from './gallery-answers.ts';
import { type Examples, nothing } from './gallery-example.tsx';

const screens = customerImport;
const ids = { merchantId: MERCHANT_ID, importId: IMPORT_ID };
const BLOCKED = 'The business is not approved yet.';

const detail = () => <ImportDetail screens={screens} ids={ids} />;
const home = () => (
  <ImportHome screens={screens} merchantId={MERCHANT_ID} page={0} blocked={null} />
);
const upload = (props: Partial<Parameters<typeof ImportUpload>[0]>) => (
  <ImportUpload
    screens={screens}
    merchantId={MERCHANT_ID}
    blocked={null}
    open={null}
    onArrived={nothing}
    {...props}
  />
);
const form = { screens, ids, upload: checked, onClose: nothing };

export const importExamples: Examples = {
  ImportColumns: { alone: 'example', states: { empty: () => <ImportColumns {...form} /> } },
  ImportDetail: {
    alone: 'example',
    states: Object.fromEntries(Object.keys(imports).map((state) => [state, detail])),
  },
  ImportHeader: { alone: 'example', states: { first: () => <ImportHeader {...form} /> } },
  ImportHome: {
    alone: 'example',
    states: { done: home, checking: home, none: home, failed: home },
  },
  ImportOpenNote: {
    alone: 'example',
    states: { checked: () => <ImportOpenNote screens={screens} merchantId={MERCHANT_ID} /> },
  },
  ImportUpload: {
    states: {
      ready: () => upload({}),
      blocked: () => upload({ blocked: BLOCKED }),
      open: () => upload({ open: checked }),
    },
  },
  OpenUpload: {
    states: {
      plain: () => <OpenUpload screens={screens} upload={checked} more="One at a time." />,
      title: () => <OpenUpload screens={screens} upload={checked} title="Finish it" more="" />,
    },
  },
};
