import { insertSession } from '#features/clearing/payments/clearing-sessions.ts';
import type { TestClient } from '../test-client.ts';
import { until } from '../test-mandate.ts';
import type { TestServer } from '../test-server.ts';

export async function submissionSession({ ctx, clock }: TestServer): Promise<string> {
  const id = ctx.ids.uuid(clock.now());
  await ctx.db.asPlatform('test', (tx) =>
    insertSession(tx, id, { cutOff: clock.now(), session: 'MORNING' }),
  );
  return id;
}

export function uploadFile(
  client: TestClient,
  {
    from,
    name = 'manually.xml',
    content,
  }: { from: string; name?: string; content: string | Uint8Array<ArrayBuffer> },
) {
  const body = new FormData();
  body.set('upload', JSON.stringify({ from }));
  body.set('file', new File([content], name));
  return client.call('/api/v1/clearing-files', { method: 'POST', body });
}

/** A file of a bank that can not be read, uploaded manually, and the exception that it makes. */
export async function brokenClearingFile(client: TestClient, bankId: string, content: string) {
  const uploaded = await uploadFile(client, { from: bankId, content });
  if (uploaded.status !== 201) throw new Error(`Not uploaded: ${uploaded.text}`);
  const clearingFileId: string = uploaded.json.id;
  const exception = await until(async () => {
    const { content: found } = (await client.call('/api/v1/operator/exceptions')).json;
    return found.find(({ file }: { file: { id: string } }) => file.id === clearingFileId);
  });
  return { clearingFileId, exceptionId: String(exception.id) };
}
