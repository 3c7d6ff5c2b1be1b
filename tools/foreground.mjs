import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environmentFor } from './node-runtime.mjs';
import { inRepository, repository, ToolError } from './repository.mjs';

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with Node in the foreground until it ends. It ends with this process. Returns its exit
 * code.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runInForeground(node, args) {
  const child = spawn(node, args, {
    cwd: repository,
    // The compile cache makes the second start much faster.
    env: {
      NODE_COMPILE_CACHE: inRepository('node_modules', '.cache', 'node'),
      // Each password hash takes 19 MB. Without this glibc keeps the memory for every thread.
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...environmentFor(node),
    },
    // Ctrl-C reaches every process of the terminal's group, and npm forwards it again. In a session of
    // its own the program gets it once, from this process.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  passOn(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new ToolError(`Node at ${node} cannot be run on this machine (${error.message}).`)),
    );
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function passOn(child) {
  let asked = 0;
  /** @param {NodeJS.Signals} signal */
  const ask = (signal) => {
    // The terminal and npm send the same signal at once.
    if (Date.now() - asked < 1000) return;
    asked = Date.now();
    child.kill(signal === 'SIGINT' ? signal : 'SIGTERM');
  };
  for (const signal of signals) process.on(signal, () => ask(signal));
  // Under npm the parent is npm. Once it is gone, nobody can stop this process from outside.
  const parent = process.ppid;
  if (!['start', 'dev'].includes(process.env['npm_lifecycle_event'] ?? '')) return;
  setInterval(() => process.ppid !== parent && ask('SIGTERM'), 500).unref();
}
