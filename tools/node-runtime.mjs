import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository, ToolError } from './repository.mjs';

const needed = 24;

/**
 * Returns the Node that runs our TypeScript: the current one if it is new enough, else the one in
 * node_modules. Throws a ToolError if there is none.
 * @returns {string} the path of the program
 */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= needed) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const program = inRepository('node_modules', name, 'bin', 'node');
  if (!existsSync(program)) {
    throw new ToolError(
      `Tegeka needs Node ${needed} or newer; here runs ${process.version}, and for ${process.platform} on ${process.arch} it brings none with it: install Node ${needed} from https://nodejs.org and start again.`,
    );
  }
  makeExecutable(program);
  return program;
}

/**
 * The environment for our programs, with this Node first on PATH.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  const search = [path.dirname(node), process.env['PATH'] ?? ''].join(path.delimiter);
  return { ...process.env, PATH: search };
}

/**
 * Arguments of Node for a program that ends when the process that started it ends.
 * @param {...string} program its path in the repository
 */
const withLifeline = (...program) => [
  '--import',
  pathToFileURL(inRepository('tools', 'lifeline.mjs')).href,
  inRepository(...program),
];

export const serverArguments = withLifeline('server', 'src', 'main.ts');
export const developmentArguments = withLifeline('tools', 'dev-main.ts');

/** @param {string} program */
function makeExecutable(program) {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    try {
      chmodSync(program, 0o755);
    } catch {
      throw new ToolError(
        `Node ${needed} at ${program} cannot be run by this user: run "npm ci" as the user who starts Tegeka.`,
      );
    }
  }
}
