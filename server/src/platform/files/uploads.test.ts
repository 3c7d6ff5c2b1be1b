import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainName } from './uploads.ts';

test("a sender's file name loses folders, control characters and text direction marks", () => {
  assert.equal(plainName('../../etc/passwd'), 'passwd');
  assert.equal(plainName(String.raw`C:\Users\a\logo.png`), 'logo.png');
  assert.equal(plainName('a\u0000b\u202egpj.exe'), 'abgpj.exe');
  assert.equal(plainName(''), 'file');
  assert.equal(plainName('x'.repeat(500)).length, 120);
});
