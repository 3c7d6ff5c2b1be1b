import { pathToFileURL } from 'node:url';
import { inRepository } from './repository.mjs';

/**
 * How the server's heap is kept. Under load V8 comes to hold the rows that are read for long-lived, as
 * many are alive whenever it looks, and makes the next ones where the old are; full collections follow
 * each other, and each holds up all that is under way. Without that guess rows die young. The young
 * generation is as large as an import of a million rows leaves room for; V8 alone takes several times more.
 */
const HEAP = ['--no-allocation-site-pretenuring', '--max-semi-space-size=16'];

/** What Node is called with to be the server; it ends when whoever called it is gone in whatever way. */
export const serverArguments = [
  ...HEAP,
  '--import',
  pathToFileURL(inRepository('tools', 'lifeline.mjs')).href,
  inRepository('server', 'src', 'main.ts'),
];
