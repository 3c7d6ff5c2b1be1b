import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openChance } from './simulation-chance.ts';
import { simulate } from './simulation.ts';
import { dropBeginnings } from './simulation-beginnings.ts';

after(() => dropBeginnings());

// Both begin with the same people, so these are made once.
for (const seed of [1, 16])
  test(`money is never moved twice, lost or above a limit, whatever happens (seed ${seed})`, async () => {
    const { debits, crashes, lostConnections, misdeeds, done } = await simulate({
      seed,
      days: 8,
    });
    const counts = { debits, crashes, lostConnections };
    assert.ok(Math.min(debits - 3, crashes, lostConnections) > 0, JSON.stringify(counts));
    assert.ok(Object.keys(misdeeds).length > 0, 'no bank has done what it must not');
    assert.ok(Object.keys(done).length >= 5, JSON.stringify(done));
  });

test('a seed decides everything', () => {
  const draw = (seed: number) => {
    const chance = openChance(seed);
    return Array.from({ length: 20 }, () => chance.between(1, 1000));
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});
