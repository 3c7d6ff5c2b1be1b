import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';

const PRODUCTION = {
  MODE: 'production',
  BASE_URL: 'https://tegeka.example',
  DATABASE_URL: 'postgres://u:p@db.example/tegeka',
  INSTANCE_KEY: 'a1'.repeat(32),
  SMTP_URL: 'smtps://mail.example',
  SMS_USERNAME: 'tegeka',
  SMS_API_KEY: 'secret',
};

function errorOf(source: Record<string, string>): string {
  try {
    readConfig(source);
  } catch (error) {
    assert.ok(error instanceof StartError);
    return error.message;
  }
  throw new Error('The settings were taken');
}

test('the demo needs no settings', () => {
  const config = readConfig({});
  assert.equal(config.mode, 'demo');
  assert.equal(config.answerChecks, 'all');
  assert.equal(config.http.port, 8080);
  assert.equal(config.http.baseHost, 'localhost:8080');
  assert.equal(config.identity.issuer, 'http://id.localhost:8080/realms/tegeka');
});

test('all invalid settings are reported together', () => {
  const message = errorOf({
    PORT: 'x',
    BASE_URL: 'ftp://a',
    INSTANCE_KEY: 'short',
    TRUST_PROXY: 'maybe',
  });
  for (const name of ['PORT', 'BASE_URL', 'INSTANCE_KEY', 'TRUST_PROXY'])
    assert.match(message, new RegExp(`${name}:`));
});

test('production refuses to start without its secrets and services', () => {
  const message = errorOf({ MODE: 'production' });
  for (const name of ['BASE_URL', 'DATABASE_URL', 'INSTANCE_KEY', 'SMTP_URL', 'SMS_API_KEY']) {
    assert.match(message, new RegExp(name));
  }
});

test('production refuses plain http and an invalid key', () => {
  assert.match(errorOf({ ...PRODUCTION, BASE_URL: 'http://tegeka.example' }), /https/);
  assert.match(errorOf({ ...PRODUCTION, INSTANCE_KEY: '0'.repeat(64) }), /no random key/);
});

test('complete production settings are accepted', () => {
  const config = readConfig(PRODUCTION);
  assert.equal(config.mode, 'production');
  assert.equal(config.answerChecks, 'sampled');
  assert.equal(config.identity.issuer, 'https://id.tegeka.example/realms/tegeka');
});

test('the demo listens on loopback only', () => {
  assert.match(errorOf({ HOST: '0.0.0.0' }), /loopback/);
});

test('the settings are immutable', () => {
  const config = readConfig({});
  assert.throws(() => Object.assign(config.http, { port: 1 }));
});

test('docs/operations.md lists every setting, and no other', () => {
  const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const shape =
    /environmentShape = z\.object\(\{\n(.*?)\n\}\);/s.exec(textOf('config.ts'))?.[1] ?? '';
  const known = [...shape.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
  const section = /^## Settings\n(.*?)^## /ms.exec(textOf('../../docs/operations.md'))?.[1] ?? '';
  const listed = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name);
  assert.ok(known.length > 20);
  assert.deepEqual(listed.toSorted(), known.toSorted());
});
