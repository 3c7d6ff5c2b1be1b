import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

/** Test servers for email and SMS that can refuse messages for a while. */
export interface MessageGateways {
  smtpUrl: string;
  smsUrl: string;
  mails: string[];
  texts: URLSearchParams[];
  /** Refuses the next `count` messages, as a busy gateway does. */
  refuseNext(count: number): void;
  /** How many it has refused since then. */
  refused(): number;
  /** From now on an SMS takes so many milliseconds. */
  slowTexts(milliseconds: number): void;
  close(): void;
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Implements just enough SMTP to receive a message (RFC 5321). */
function talkSmtp(socket: Socket, take: (mail: string) => boolean): void {
  let [inside, mail, rest] = [false, '', ''];
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const onLine = (line: string) => {
    if (inside && line !== '.') return void (mail += `${line}\n`);
    if (inside) {
      inside = false;
      answer(take(mail) ? '250 taken' : '451 try again later');
      mail = '';
    } else if (/^(EHLO|HELO)/i.test(line)) answer('250 fake');
    else if (/^DATA/i.test(line)) {
      inside = true;
      answer('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else answer('250 ok');
  };
  answer('220 fake');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

export async function openMessageGateways(): Promise<MessageGateways> {
  const [mails, texts]: [string[], URLSearchParams[]] = [[], []];
  let refusals = 0;
  let refusedSince = 0;
  let wait = 0;
  const refused = () => {
    if (refusals === 0) return false;
    refusals -= 1;
    refusedSince += 1;
    return true;
  };
  const smtp = createServer((socket) =>
    talkSmtp(socket, (mail) => !refused() && mails.push(mail) > 0),
  );
  const sms = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    const answer = () => {
      const statusCode = refused() ? 500 : 101;
      if (statusCode === 101) texts.push(new URLSearchParams(body));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ SMSMessageData: { Recipients: [{ statusCode }] } }));
    };
    request.on('end', () => setTimeout(answer, wait));
  });
  const opened = [smtp, sms].map(
    (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
  );
  await Promise.all(opened);
  return {
    mails,
    texts,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp)}/?ignoreTLS=true`,
    smsUrl: `http://127.0.0.1:${portOf(sms)}/messaging`,
    refused: () => refusedSince,
    refuseNext: (count) => {
      refusals = count;
      refusedSince = 0;
    },
    slowTexts: (milliseconds) => {
      wait = milliseconds;
    },
    close: () => {
      smtp.close();
      sms.close();
    },
  };
}
