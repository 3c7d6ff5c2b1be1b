// `npm run release -- 0.2.0`: makes a release of what is committed; with --dry-run only says what it would do.
import { parseArgs } from 'node:util';
import { repository, runCommand, ToolError } from '../repository.mjs';
import { makeRelease } from './release-steps.mjs';

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [version] = positionals;
  if (version === undefined) throw new ToolError('Name the version: npm run release -- 0.2.0');
  const day = new Date().toISOString().slice(0, 10);
  const dryRun = values['dry-run'];
  for (const line of makeRelease({ folder: repository, version, day, dryRun })) console.log(line);
  if (dryRun) console.log('Nothing was changed (--dry-run).');
  return 0;
});
