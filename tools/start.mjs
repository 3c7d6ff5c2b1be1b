import { runInForeground } from './foreground.mjs';
import { findNode, serverArguments } from './node-runtime.mjs';
import { installPackages } from './npm-packages.mjs';
import { runCommand } from './repository.mjs';
import { buildWeb } from './web-build.mjs';

await runCommand(async () => {
  await installPackages();
  const node = findNode();
  await buildWeb(node);
  return runInForeground(node, serverArguments);
});
