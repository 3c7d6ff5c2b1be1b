import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type House, openHouse } from '../../test-house.ts';
import { setSetting } from './settings-store.ts';

const ADDRESS = '/identity/api/v1/settings/MERCHANT_APPROVAL_POLICY_ID';

let house: House;
before(async () => {
  house = await openHouse();
});
after(() => house.close());

const set = (value: string | null) =>
  house.frame.db.asPlatform('test', (tx) =>
    setSetting(tx, { name: 'MERCHANT_APPROVAL_POLICY_ID', value, at: house.clock.now() }),
  );

test('a setting is null until it is set, and again once it is taken away', async () => {
  const { client } = await house.merchant();
  const value = async () => {
    const { status, json } = await client.call(ADDRESS);
    assert.equal(status, 200);
    assert.equal(json.name, 'MERCHANT_APPROVAL_POLICY_ID');
    return json.value;
  };
  assert.equal(await value(), null);
  await set('one');
  assert.equal(await value(), 'one');
  await set('another');
  assert.equal(await value(), 'another');
  await set(null);
  assert.equal(await value(), null);
});

test('a setting of another name does not exist', async () => {
  const { client } = await house.merchant();
  assert.equal((await client.call('/identity/api/v1/settings/SECRET')).status, 404);
});

test('an organization’s transaction can read settings, and set none', async () => {
  const { organizationId } = await house.merchant();
  const at = house.clock.now();
  const values = { name: 'MERCHANT_APPROVAL_POLICY_ID', value: 'mine', updated_at: at };
  await assert.rejects(
    house.frame.db.asTenant(organizationId, (tx) =>
      tx.insertInto('settings').values(values).execute(),
    ),
    /permission denied/,
  );
});
