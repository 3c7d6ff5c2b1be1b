import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from './server-process.ts';

/** Messages are sent in the background, on a machine that also runs browsers and other servers. */
const TIMEOUT_MS = 60_000;

/** A message as the outbox shows it. */
export interface Message {
  to: string;
  channel: string;
  subject: string | null;
  text: string;
  sentAt: string;
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'text' in value && 'sentAt' in value;
}

/** Every message to somebody, newest first. */
export async function messagesTo(server: TestServer, to: string): Promise<Message[]> {
  const answer = await fetch(`${server.origin()}/outbox.json?to=${encodeURIComponent(to)}`);
  const messages: unknown = await answer.json();
  assert.ok(Array.isArray(messages), 'the outbox is a list');
  return messages.filter(isMessage);
}

/** Waits for a message to a recipient that matches. Returns the newest one. Throws after the timeout. */
export async function messageTo(server: TestServer, to: string, pattern: RegExp): Promise<Message> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const messages = await messagesTo(server, to);
    const found = messages.find(({ subject, text }) => pattern.test(`${subject ?? ''}\n${text}`));
    if (found) return found;
    assert.ok(Date.now() < end, `${to} got no message that says ${String(pattern)}`);
    await pause(100);
  }
}

/** The code of a message, at the start of a line: ports in links have five digits as well. */
export function codeIn(text: string): string | undefined {
  return /^\d{5}\b/m.exec(text)?.[0];
}

/** Waits for a verification code that is not among those already read. */
export async function codeFor(
  server: TestServer,
  to: string,
  read: readonly string[] = [],
): Promise<string> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    for (const { text } of await messagesTo(server, to)) {
      const code = codeIn(text);
      if (code && !read.includes(code)) return code;
    }
    assert.ok(Date.now() < end, `${to} got no code`);
    await pause(100);
  }
}
