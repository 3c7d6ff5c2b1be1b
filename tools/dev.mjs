// `npm run dev`: starts the demo from its source; see tools/dev-main.ts.
import { runInForeground } from './foreground.mjs';
import { developmentArguments, findNode } from './node-runtime.mjs';
import { installPackages } from './npm-packages.mjs';
import { runCommand } from './repository.mjs';

await runCommand(async () => {
  await installPackages();
  return runInForeground(findNode(), developmentArguments);
});
