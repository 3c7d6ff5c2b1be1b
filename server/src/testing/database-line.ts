import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a server that a test can interrupt and restore. */
export interface DatabaseLine {
  /** The target's URL through this proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function openDatabaseLine(target: string): Promise<DatabaseLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${own}` }).href,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
