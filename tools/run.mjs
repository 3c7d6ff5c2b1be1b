// `node tools/run.mjs SCRIPT …`: runs a script of this repository with a Node that is new enough for it.
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { environmentFor, findNode } from './node-runtime.mjs';
import { installPackages } from './npm-packages.mjs';
import { repository, runCommand } from './repository.mjs';

await runCommand(async () => {
  await installPackages();
  const node = findNode();
  const { status, signal } = spawnSync(node, process.argv.slice(2), {
    cwd: repository,
    env: environmentFor(node),
    stdio: 'inherit',
  });
  return status ?? 128 + (signal ? constants.signals[signal] : 0);
});
