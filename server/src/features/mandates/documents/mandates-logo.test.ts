import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { logoOf } from '#demo/demo-files.ts';
import { openShop, visitPage } from '#testing/test-mandate.ts';
import { openTestServer, type TestServer } from '#testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

const visit = (path: string) => visitPage(testServer, path);

/** A PNG with a comment of so many bytes before its end. */
function withComment(png: Buffer, bytes: number): Buffer {
  const typed = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.alloc(bytes, 'a')]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.length - 4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([png.subarray(0, -12), length, typed, sum, png.subarray(-12)]);
}

/** A merchant whose customer is asked. */
async function asking() {
  const shop = await openShop(testServer);
  await shop.create();
  const link = await shop.link();
  const base = shop.mandates.replace('/mandates', '');
  const changeLogo = async (logo: Buffer) => {
    const { contact, contactVersion: version } = (await shop.client.call(`${base}/profile`)).json;
    const form = new FormData();
    form.set('contact', JSON.stringify({ ...contact, version }));
    form.set('logo', new File([new Uint8Array(logo)], 'logo.png'));
    const { status, text } = await shop.client.call(`${base}/contact`, {
      method: 'PUT',
      body: form,
    });
    assert.equal(status, 200, text);
  };
  return { link, changeLogo };
}

test('the pages behind a link show the logo of who asks, which whoever has the link gets', async () => {
  const { link } = await asking();
  for (const path of [link, `${link}/code`, `${link}/decline`]) {
    const { text, headers } = await visit(path);
    assert.match(text, new RegExp(`<img src="${link}/logo" alt="" width="56" height="56" />`));
    assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/);
    assert.ok(text.length < 15_000, `${path} has ${text.length} characters`);
  }
  const { status, headers } = await visit(`${link}/logo`);
  assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'private, max-age=86400');
  assert.equal(headers['content-security-policy'], "default-src 'none'");
  assert.equal(Number(headers['content-length']), logoOf([11, 122, 112]).length);
  assert.equal((await visit(`/mandates/${'a'.repeat(43)}/logo`)).status, 404);
});

test('a logo of more than 20 KB is left out', async () => {
  const { link, changeLogo } = await asking();
  await changeLogo(withComment(logoOf([1, 2, 3]), 10 * 1024));
  assert.match((await visit(link)).text, /<img/);
  await changeLogo(withComment(logoOf([1, 2, 3]), 20 * 1024));
  assert.doesNotMatch((await visit(link)).text, /<img/);
  assert.equal((await visit(`${link}/logo`)).status, 404);
});
