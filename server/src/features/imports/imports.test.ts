import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type House, openHouse } from '../../test-house.ts';
import { csvOf, goodRow, openDesk } from './imports-test-calls.ts';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

test('a file is checked, confirmed and becomes customers, each with its beginning', async () => {
  const desk = await openDesk(house);
  const sent = await desk.send(csvOf(goodRow(1), goodRow(2), goodRow(3)), undefined, 'March.csv');
  assert.equal(sent.state, 'UPLOADED');
  assert.equal(sent.mappingNeeded, false);
  assert.deepEqual(sent.progress, { task: 'CHECK', rows: 0, total: null });
  const checked = await desk.wait(sent.id, 'CHECKED');
  assert.deepEqual([checked.rows, checked.goodRows, checked.refusedRows], [3, 3, 0]);
  assert.equal((await desk.list()).totalElements, 0, 'nothing happens before it is confirmed');
  const confirmed = await desk.confirm(sent.id, 'ALL');
  assert.equal(confirmed.json.state, 'CONFIRMED');
  const done = await desk.wait(sent.id, 'DONE');
  assert.equal(done.imported, 3);
  const { content, totalElements } = await desk.list();
  assert.equal(totalElements, 3);
  const [{ id }] = content;
  const events = await desk.client.call(`${desk.customers}/${id}/events`);
  const [event] = events.json.content;
  const { firstName, lastName } = desk.person;
  assert.deepEqual(
    [event.kind, event.source, event.by],
    ['IMPORTED', 'March.csv', `${firstName} ${lastName}`],
  );
});
