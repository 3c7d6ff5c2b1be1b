import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldGroupsOf, describeType } from '#features/reference/reference-fields.ts';

test('the type of a field is described in words', () => {
  const told: [object, string][] = [
    [{ type: 'string', minLength: 1, maxLength: 60 }, 'text, 1 to 60 characters'],
    [{ type: 'string', maxLength: 20 }, 'text, up to 20 characters'],
    [{ type: ['string', 'null'], format: 'uuid' }, 'UUID or null'],
    [{ type: 'integer', minimum: 1 }, 'whole number, from 1'],
    [{ type: 'integer', minimum: 0, maximum: 9 }, 'whole number, up to 9'],
    [{ type: 'string', enum: ['A', 'B'] }, 'one of "A", "B"'],
    [{ const: 'DISABLED' }, '"DISABLED"'],
    [{ type: 'array', items: { type: 'boolean' } }, 'list of true or false'],
    [{ anyOf: [{ const: '' }, { type: 'integer' }] }, 'whole number'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'text or null'],
  ];
  for (const [schema, text] of told) assert.equal(describeType({ ...schema }), text);
});

test('nested fields follow the field that contains them', () => {
  const item = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  const [group] = fieldGroupsOf({
    type: 'object',
    properties: { content: { type: 'array', items: item, description: 'The page.' } },
  });
  assert.deepEqual(group?.fields, [
    { name: 'content', depth: 0, text: 'list of object', required: false, note: 'The page.' },
    { name: 'id', depth: 1, text: 'text', required: true, note: null },
  ]);
});

test('each variant of a union is shown with its distinguishing value', () => {
  const form = (decision: string) => ({
    type: 'object',
    properties: { decision: { type: 'string', const: decision } },
  });
  const groups = fieldGroupsOf({ oneOf: [form('APPROVE'), form('REJECT')] });
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['decision: "APPROVE"', 'decision: "REJECT"'],
  );
});
