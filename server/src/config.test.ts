import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig, refusePublicDemo } from './config.ts';
import { StartError } from './platform/log.ts';

const PRODUCTION = {
  MODE: 'production',
  ENVIRONMENT: 'PRODUCTION',
  BASE_URL: 'https://tegeka.example',
  DATABASE_URL: 'postgres://server:p@db.example/tegeka?sslmode=verify-full',
  MIGRATION_DATABASE_URL: 'postgres://owner:p@db.example/tegeka?sslmode=verify-full',
  INSTANCE_KEY: '0c6f2b9e47d1a358f4e07b12c9863dae5517f0a2d48b3c69e1927056bf84ca3d',
  SMTP_URL: 'smtps://mail.example',
  SMS_USERNAME: 'tegeka',
  SMS_API_KEY: 'secret',
  SMS_INBOUND_KEY: 'a key of the gateway, long enough',
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

test('the demo is for one computer: it neither listens nor is found elsewhere', () => {
  assert.match(errorOf({ HOST: '0.0.0.0' }), /HOST: .*MODE=production/);
  const isAt = (url: string) => () => refusePublicDemo(readConfig({ BASE_URL: url }));
  assert.throws(isAt('https://tegeka.example'), /BASE_URL: .*MODE=production/);
  for (const url of ['http://localhost:9000', 'http://demo.localhost', 'http://127.0.0.1:8080'])
    assert.doesNotThrow(isAt(url));
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
  for (const name of [
    'BASE_URL',
    'DATABASE_URL',
    'INSTANCE_KEY',
    'SMTP_URL',
    'SMS_API_KEY',
    'SMS_INBOUND_KEY',
  ]) {
    assert.match(message, new RegExp(name));
  }
});

test('production refuses to start unless it is said to be a sandbox or not', () => {
  const unset = { ...PRODUCTION, ENVIRONMENT: '' };
  assert.match(errorOf(unset), /ENVIRONMENT: must be set in production/);
  assert.equal(readConfig({ ...unset, ENVIRONMENT: 'SANDBOX' }).environment, 'SANDBOX');
  assert.equal(readConfig({}).environment, 'SANDBOX', 'the demo');
});

test('production refuses plain http and an invalid key', () => {
  assert.match(errorOf({ ...PRODUCTION, BASE_URL: 'http://tegeka.example' }), /https/);
  const counting = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0')).join('');
  for (const INSTANCE_KEY of [
    '0'.repeat(64),
    '01'.repeat(32),
    '0123456789abcdef'.repeat(4),
    counting,
  ])
    assert.match(errorOf({ ...PRODUCTION, INSTANCE_KEY }), /no random key/, INSTANCE_KEY);
});

test('only addresses and networks of proxies are trusted, never everybody', () => {
  const proxies = (text: string) => readConfig({ TRUST_PROXY: text }).http.proxies;
  assert.deepEqual(proxies('no'), []);
  assert.deepEqual(proxies('10.0.0.0/8, 2001:db8::1'), ['10.0.0.0/8', '2001:db8::1']);
  for (const text of ['yes', '0.0.0.0/0', '10.0.0.0/33', 'proxy.example', '10.0.0.1,'])
    assert.match(errorOf({ TRUST_PROXY: text }), /TRUST_PROXY: must be no, or addresses/);
});

test('production refuses services without TLS, unless they are named', () => {
  const plain = {
    ...PRODUCTION,
    DATABASE_URL: 'postgres://server:p@db.example/tegeka?sslmode=disable',
    MIGRATION_DATABASE_URL: 'postgres://owner:p@db.example/tegeka',
    SMS_URL: 'http://sms.example',
    OIDC_ISSUER: 'http://sso.example/realms/tegeka',
  };
  const message = errorOf(plain);
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'SMS_URL', 'OIDC_ISSUER'])
    assert.match(message, new RegExp(`^  ${name}: must`, 'm'));
  assert.doesNotMatch(errorOf({ ...plain, ALLOW_INSECURE: 'database' }), /DATABASE_URL/);
  assert.doesNotThrow(() => readConfig({ ...plain, ALLOW_INSECURE: 'database,sms,provider' }));
  assert.match(errorOf({ ...plain, ALLOW_INSECURE: 'everything' }), /ALLOW_INSECURE/);
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

test('docs/operations/settings.md lists every setting, and no other', () => {
  const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const shape =
    /environmentShape = z\.object\(\{\n(.*?)\n\}\);/s.exec(textOf('config.ts'))?.[1] ?? '';
  const known = [...shape.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
  const section =
    /^## Settings\n(.*?)^## /ms.exec(textOf('../../docs/operations/settings.md'))?.[1] ?? '';
  const listed = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name);
  assert.ok(known.length > 20);
  assert.deepEqual(listed.toSorted(), known.toSorted());
});
