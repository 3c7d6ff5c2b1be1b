import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { readStrings } from './imports-strings.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tegeka-strings-'));
});
after(() => rm(folder, { recursive: true }));

/** More texts than stay in memory, of many lengths and alphabets. */
const COUNT = 60_000;
const textOf = (number: number) => `${number} ${'Nnámüye '.repeat(number % 120)}`;

function* items(): Generator<string> {
  yield '<sst>';
  for (let number = 0; number < COUNT; number += 1) yield `<si><t>${textOf(number)}</t></si>`;
  yield '</sst>';
}

test('every text of a large book comes back, in whatever order it is asked for', async () => {
  const bytes = Readable.from(items(), { objectMode: true }).map((text) => Buffer.from(text));
  const strings = await readStrings(bytes, path.join(folder, 'all'));
  for (let number = 0; number < COUNT; number += 1) {
    const scattered = (number * 7919) % COUNT;
    assert.equal(strings.at(scattered), textOf(scattered));
    assert.equal(strings.at(number), textOf(number));
  }
  for (const number of [COUNT, -1, Number.NaN])
    assert.throws(() => strings.at(number), { code: 'FILE_UNREADABLE' });
  strings.close();
});
