// Runs one throwaway PostgreSQL for a whole `npm test`: prints its address and runs until its
// standard input ends, which it also does when tools/test.mjs is killed.
import { testDatabaseUrl } from '../server/src/testing/test-database.ts';

process.stdout.write(`${await testDatabaseUrl()}\n`);
process.stdin.resume();
