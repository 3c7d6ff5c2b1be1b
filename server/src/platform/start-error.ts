/** A reason why the server cannot start, told in one sentence to whoever started it; main.ts prints the message and ends with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
