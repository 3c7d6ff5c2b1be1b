import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBank } from '#testing/test-mandate.ts';
import { openTestServer } from '#testing/test-server.ts';

/**
 * A server whose outgoing files get no answer, with an officer of the payers' bank and an operator. Tests
 * pass in the answers of banks by calling functions of the features.
 */
export async function openUnanswered() {
  const folder = await mkdtemp(join(tmpdir(), 'tegeka-unanswered-'));
  const testServer = await openTestServer({ CLEARING_DIR: folder });
  const close = async () => {
    await testServer.close();
    await rm(folder, { recursive: true });
  };
  const officer = await openBank(testServer);
  const operator = await testServer.operator();
  return { testServer, officer, operator, close };
}

export type Unanswered = Awaited<ReturnType<typeof openUnanswered>>;
