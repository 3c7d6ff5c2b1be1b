import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, wherever the command was called from. */
export const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * A path inside the repository.
 * @param {...string} parts
 */
export function inRepository(...parts) {
  return path.join(repository, ...parts);
}

/** An error whose message is all that the user is shown. */
export class ToolError extends Error {}

/**
 * Runs a command. Turns a ToolError into its message and exit code 1.
 * @param {() => Promise<number>} work
 */
export async function runCommand(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
