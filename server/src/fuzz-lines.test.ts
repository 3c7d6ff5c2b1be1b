import { parseJson } from '@tegeka/contract/kit/json.ts';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { ERRORS, problemShape } from '@tegeka/contract/kit/errors.ts';
import { type TestServer, openTestServer } from './testing/test-server.ts';

let testServer: TestServer;
before(async () => {
  testServer = await openTestServer();
});
after(() => testServer.close());

/** Sends raw bytes, and returns what the server answers until it closes the connection. */
function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(testServer.config.http.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const late = setTimeout(() => socket.destroy(new Error('No end of an answer in 5 s')), 5000);
    socket.on('data', (chunk) => chunks.push(chunk));
    // Unread bytes can reset the connection after the answer.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

const HEAD = 'host: merchant.localhost\r\nconnection: close\r\n';

/** Raw requests that no browser sends, with the expected status. */
const LINES: Record<string, readonly [bytes: string, status: number]> = {
  'no HTTP at all': ['hello\r\n\r\n', 400],
  'an unknown method': [`BREW /api/v1/banks HTTP/1.1\r\n${HEAD}\r\n`, 400],
  'NUL in the address': [`GET /api/v1/banks\0 HTTP/1.1\r\n${HEAD}\r\n`, 400],
  'NUL in a header': [`GET /api/v1/banks HTTP/1.1\r\nx-a: b\0c\r\n${HEAD}\r\n`, 400],
  'a header without a name': [`GET /api/v1/banks HTTP/1.1\r\n: x\r\n${HEAD}\r\n`, 400],
  'headers without end': [`GET / HTTP/1.1\r\n${`x: ${'y'.repeat(999)}\r\n`.repeat(40)}`, 413],
  'an address without end': [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${HEAD}\r\n`, 413],
  'a length that is no number': [
    `POST /api/v1/merchants HTTP/1.1\r\ncontent-length: many\r\n${HEAD}\r\n`,
    400,
  ],
  'two lengths': [
    `POST /api/v1/merchants HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n${HEAD}\r\nxx`,
    400,
  ],
  'a length beside chunks': [
    `POST /api/v1/merchants HTTP/1.1\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n${HEAD}\r\n0\r\n\r\n`,
    400,
  ],
  'chunks that are none': [
    `POST /identity/api/v1/auth/public/sec-token HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n${HEAD}\r\nzz\r\n`,
    400,
  ],
  'an address that can not be decoded': [`GET /api/v1/banks/%E0%A4%A HTTP/1.1\r\n${HEAD}\r\n`, 404],
  'an address of another host': [`GET http://evil.example/x HTTP/1.1\r\n${HEAD}\r\n`, 404],
};

for (const [what, [bytes, status]] of Object.entries(LINES)) {
  test(`${what} is refused with its code, and the server goes on`, async () => {
    const answer = await sendBytes(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer.slice(0, 300));
    assert.match(head, /content-type: application\/problem\+json/i);
    const problem = parseJson(problemShape, body);
    assert.ok(Object.keys(ERRORS).includes(problem.code));
    assert.equal((await testServer.stranger().call('/healthz')).status, 200);
  });
}
