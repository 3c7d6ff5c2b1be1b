import { pathToFileURL } from 'node:url';
import { inRepository } from './repository.mjs';

/** What Node is called with to be the server; it ends when whoever called it is gone in whatever way. */
export const serverArguments = [
  '--import',
  pathToFileURL(inRepository('tools', 'lifeline.mjs')).href,
  inRepository('server', 'src', 'main.ts'),
];
