import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PERMISSIONS } from '@tegeka/contract/kit/permissions.ts';
import { parseJson } from '@tegeka/contract/kit/json.ts';
import * as z from 'zod/mini';
import { realmText } from './realm-write.ts';

const realmShape = z.object({
  realm: z.string(),
  roles: z.object({ realm: z.array(z.object({ name: z.string() })) }),
  clients: z.array(
    z.object({
      redirectUris: z.array(z.string()),
      attributes: z.record(z.string(), z.string()),
      protocolMappers: z.array(z.object({ config: z.record(z.string(), z.string()) })),
    }),
  ),
});

const textOf = (file: string) =>
  readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');

test('docs/keycloak-realm.json is current; otherwise run `npm run realm`', () => {
  assert.equal(textOf('keycloak-realm.json'), realmText());
});

test('the realm has every permission, and an app returns to its own addresses only', () => {
  const realm = parseJson(realmShape, realmText('https://tegeka.example'));
  const names = realm.roles.realm.map(({ name }) => name);
  for (const permission of PERMISSIONS) assert.ok(names.includes(permission), permission);
  const [client] = realm.clients;
  assert.deepEqual(client?.redirectUris, [
    'https://operator.tegeka.example/auth/login',
    'https://bank.tegeka.example/auth/login',
    'https://merchant.tegeka.example/auth/login',
  ]);
  assert.match(
    client?.attributes['post.logout.redirect.uris'] ?? '',
    /merchant\.tegeka\.example\/auth\/logout##https:\/\/merchant\.tegeka\.example\/$/,
  );
});

test('the documents name every address, claim and role of the realm', () => {
  const section =
    /^## External OpenID provider\n(.*?)^## /ms.exec(textOf('operations/deployment.md'))?.[1] ?? '';
  const realm = parseJson(realmShape, realmText());
  const [client] = realm.clients;
  const mappers = client?.protocolMappers.map(({ config }) => config['claim.name'] ?? '') ?? [];
  const roles = realm.roles.realm.map(({ name }) => name);
  for (const name of [...mappers, ...roles].filter(Boolean))
    assert.ok(section.includes(`\`${name}\``), name);
  for (const address of ['<app>/auth/login', '<app>/auth/logout', '<app>/'])
    assert.ok(section.includes(`\`${address}\``), address);
  // Keycloak refuses to start with a file of another name.
  assert.ok(section.includes(`data/import/${realm.realm}-realm.json`));
});
