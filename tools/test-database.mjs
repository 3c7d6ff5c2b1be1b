// Runs a temporary PostgreSQL for one `npm test`: prints its URL and runs until its standard input
// ends, which also happens when tools/test.mjs is killed.
import { testDatabaseUrl } from '../server/src/testing/test-database.ts';

process.stdout.write(`${await testDatabaseUrl()}\n`);
process.stdin.resume();
