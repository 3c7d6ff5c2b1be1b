import { Socket } from 'node:net';

// Loaded into the server before its own code: when tools/start.mjs is gone in whatever way (kill -9
// too) the pipe between the two breaks, and the server ends as if it had been asked to.
const line = new Socket({ fd: 3, readable: true, writable: false });
line.once('close', () => process.kill(process.pid, 'SIGTERM'));
line.on('error', () => undefined);
line.resume().unref();
