// Runs one throwaway PostgreSQL for a whole `npm test`: prints its address and lives until its
// standard input ends, which it also does when tools/test.mjs is killed.
import { testServer } from '../server/src/platform/postgres-for-tests.ts';

process.stdout.write(`${await testServer()}\n`);
process.stdin.resume();
