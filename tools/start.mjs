import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environmentFor, findNode, serverArguments } from './node-runtime.mjs';
import { installPackages } from './npm-packages.mjs';
import { inRepository, repository, runCommand, ToolError } from './repository.mjs';
import { buildWeb } from './web-build.mjs';

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the server in the foreground until it ends. Returns its exit code.
 * @param {string} node
 * @returns {Promise<number>}
 */
function serve(node) {
  const server = spawn(node, serverArguments, {
    cwd: repository,
    // The compile cache makes the second start much faster.
    env: {
      NODE_COMPILE_CACHE: inRepository('node_modules', '.cache', 'node'),
      // Each password hash takes 19 MB. Without this glibc keeps the memory for every thread.
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...environmentFor(node),
    },
    // Ctrl-C reaches every process of the terminal's group, and npm forwards it again. In a session of
    // its own the server gets it once, from this process.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  passOn(server);
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ToolError(`Node at ${node} cannot be run on this machine (${error.message}).`)),
    );
    server.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

/** @param {import('node:child_process').ChildProcess} server */
function passOn(server) {
  let asked = 0;
  /** @param {NodeJS.Signals} signal */
  const ask = (signal) => {
    // The terminal and npm send the same signal at once.
    if (Date.now() - asked < 1000) return;
    asked = Date.now();
    server.kill(signal === 'SIGINT' ? signal : 'SIGTERM');
  };
  for (const signal of signals) process.on(signal, () => ask(signal));
  // Under npm the parent is npm. Once it is gone, nobody can stop this process from outside.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  setInterval(() => process.ppid !== parent && ask('SIGTERM'), 500).unref();
}

await runCommand(async () => {
  await installPackages();
  const node = findNode();
  await buildWeb(node);
  return serve(node);
});
