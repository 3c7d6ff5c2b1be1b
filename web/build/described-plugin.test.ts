import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSentences } from './described-plugin.ts';

test('a page does not carry the sentences of the API document', () => {
  const code = `
    const kind = described(\`−\${MINUS}\`, z.int(),);
    const shape = z.object({
      kind,
      items: described("The payer's items.", z.array(z.object({ id: described('😀', z.uuid()) }))),
    });
  `;
  assert.equal(
    withoutSentences(code),
    `
    const kind = z.int();
    const shape = z.object({
      kind,
      items: z.array(z.object({ id: z.uuid() })),
    });
  `,
  );
});
