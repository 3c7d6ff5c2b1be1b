import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { lookThroughPdf } from './uploads-pdf.ts';
import type { PdfResult } from './uploads-pdf-worker.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tegeka-pdf-'));
});
after(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function resultOf(bytes: Uint8Array | string): Promise<PdfResult> {
  files += 1;
  const file = path.join(folder, `${files}.pdf`);
  await writeFile(file, bytes, typeof bytes === 'string' ? 'latin1' : null);
  return lookThroughPdf(file);
}

interface Content {
  /** More of the catalog and of its page. */
  catalog?: string;
  page?: string;
  /** The rest of the file; objects have numbers from 5 on. */
  rest?: string;
}

/** A PDF of one page. */
const pdfOf = ({ catalog = '', page = '', rest = '' }: Content) => `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] ${page} >> endobj
${rest}
trailer << /Root 1 0 R /Size 9 >>
startxref
0
%%EOF
`;

const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /A << ${action} >> >>]`;
const streamOf = (dict: string, data: string) =>
  `<< ${dict} /Length ${data.length} >> stream\n${data}\nendstream`;
/** An object stream with one object, compressed. */
function objectStream(type: string, object: string): string {
  const head = '6 0 ';
  const data = deflateSync(Buffer.from(head + object)).toString('latin1');
  const dict = `${type} /N 1 /First ${head.length} /Filter /FlateDecode`;
  return `5 0 obj ${streamOf(dict, data)} endobj`;
}
const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const nested = (depth: number) => `5 0 obj ${'['.repeat(depth)}${']'.repeat(depth)} endobj`;

const CASES: readonly [name: string, result: PdfResult, content: Content][] = [
  ['a page', 'plain', {}],
  ['a link to a website', 'plain', { page: link('/Type /Action /S /URI /URI (https://x.ug)') }],
  ['a link to a page', 'plain', { page: link('/S /GoTo /D [3 0 R /Fit]') }],
  ['a place to open at', 'plain', { catalog: '/OpenAction [3 0 R /XYZ null null 0]' }],
  ['a place in an action', 'plain', { catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' }],
  ['attributes', 'plain', { page: '/A << /O /Layout /Placement /Block >>' }],
  ['objects in a stream', 'plain', { rest: objectStream('/Type /ObjStm', '<< /Title (x) >>') }],
  ['lists in lists', 'plain', { rest: nested(50) }],
  ['a website at the opening', 'active', { catalog: '/OpenAction << /S /URI /URI (http://x) >>' }],
  ['a script at the opening', 'active', { catalog: `/OpenAction ${script}` }],
  ['a script with an escaped name', 'active', { page: link('/S /J#61va#53cript /#4A#53 (1)') }],
  ['a script of a page', 'active', { page: '/AA << /O << /S /Named /N /Print >> >>' }],
  ['a program', 'active', { page: link('/S /Launch /F (a.exe)') }],
  ['a form that is sent', 'active', { page: link('/S /SubmitForm /F (http://x)') }],
  ['imported data', 'active', { page: link('/S /ImportData /F (a.fdf)') }],
  ['another file', 'active', { page: link('/S /GoToR /F (a.pdf)') }],
  ['an embedded document', 'active', { page: link('/S /GoToE /D (a)') }],
  ['an action that is not known', 'active', { page: link('/S /Print') }],
  ['a second action', 'active', { page: link('/S /URI /URI (x) /Next [<< /S /Hide >>]') }],
  ['an action elsewhere', 'active', { rest: '5 0 obj << /Type /Action /S /Movie >> endobj' }],
  ['an embedded file', 'active', { rest: '5 0 obj << /EF << /F 6 0 R >> >> endobj' }],
  ['bytes of another file', 'active', { rest: `5 0 obj ${streamOf('/F (a)', 'x')} endobj` }],
  ['a script in an object stream', 'active', { rest: objectStream('/Type /ObjStm', script) }],
  ['a script that is replaced', 'active', { rest: `5 0 obj ${script} endobj 5 0 obj 1 endobj` }],
  ['a key that stands twice', 'active', { page: link('/S /JavaScript /S /URI') }],
  [
    'a stream of objects that does not say so',
    'unreadable',
    { rest: `${objectStream('/Type 7 0 R', script)} 7 0 obj /ObjStm endobj` },
  ],
  [
    'an object within a stream',
    'unreadable',
    { rest: `5 0 obj ${streamOf('', `6 0 % x\nobj ${script} endobj`)} endobj` },
  ],
  ['an object that does not end', 'unreadable', { rest: '5 0 obj << /Title (x ' }],
  ['a list that does not end', 'unreadable', { rest: '5 0 obj [ 1 2 endobj' }],
  ['no object', 'unreadable', { rest: '5 0 obj ?! endobj' }],
  ['lists in many lists', 'unreadable', { rest: nested(200) }],
  ['lists in very many lists', 'unreadable', { rest: nested(100_000) }],
];

for (const [name, result, content] of CASES) {
  test(`${name}: ${result}`, async () => {
    assert.equal(await resultOf(pdfOf(content)), result);
  });
}

test('documents as programs write them are plain, with object streams and encrypted', async () => {
  for (const useObjectStreams of [true, false])
    for (const isEncrypted of [true, false]) {
      const document = await PDFDocument.create();
      document.addPage();
      document.setTitle('A certificate');
      if (isEncrypted) document.encrypt({ userPassword: '', ownerPassword: 'secret' });
      const bytes = await document.save({ useObjectStreams });
      assert.equal(await resultOf(bytes), 'plain', `${useObjectStreams} ${isEncrypted}`);
    }
});
