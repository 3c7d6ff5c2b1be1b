import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ERRORS } from '@tegeka/contract/kit/errors.ts';

test('the sample proxies answer as the product does while no server answers', async () => {
  for (const name of ['nginx.conf', 'Caddyfile']) {
    const sample = await readFile(path.join(import.meta.dirname, 'deploy', name), 'utf8');
    const [status, sentence] = ERRORS.SERVER_OFF;
    for (const named of [
      String(status),
      sentence,
      'SERVER_OFF',
      'Retry-After',
      name === 'Caddyfile' ? 'max_size 201MiB' : 'client_max_body_size 201m',
      'problem+json',
    ])
      assert.ok(sample.includes(named), `${name} names ${named}`);
    for (const host of ['merchant', 'operator', 'bank', 'consumer', 'id'])
      assert.ok(sample.includes(`${host}.tegeka.example`), `${name} names ${host}`);
  }
});
