import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from './documents.ts';

test('a legal text is parsed into title, sections, paragraphs and list items', () => {
  const text = '# Terms\n\nOne\nline.\n\n## 1. Who\n\n- first\n  point\n- second\n';
  assert.deepEqual(blocksOf(text), [
    { kind: 'title', text: 'Terms' },
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'section', text: '1. Who' },
    { kind: 'point', text: 'first point' },
    { kind: 'point', text: 'second' },
  ]);
});
