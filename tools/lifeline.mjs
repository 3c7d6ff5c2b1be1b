import { Socket } from 'node:net';

// Loaded into the server before its own code. When tools/start.mjs ends, even by kill -9, the pipe
// between the two closes, and the server shuts down as after SIGTERM.
const line = new Socket({ fd: 3, readable: true, writable: false });
line.once('close', () => process.kill(process.pid, 'SIGTERM'));
line.on('error', () => undefined);
line.resume().unref();
