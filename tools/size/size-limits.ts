import { filesByFolder } from '../architecture/architecture-files.ts';
import type { Tree } from '../architecture/architecture-tree.ts';
import { featureKey, type ProductFile, sumOf } from './size-files.ts';

/** A figure beside the most that it should be. */
export type Figure = { readonly name: string; readonly now: number; readonly most: number };

/** Lines a feature may have in the web app and in the server. Features that belong together are summed. */
const featureLimits = [
  { name: 'customers', features: ['customers'], web: 900, server: 400 },
  { name: 'imports', features: ['imports'], web: 900, server: 1200 },
  {
    name: 'profile and changes',
    features: ['profile', 'changes', 'merchant-changes'],
    web: 650,
    server: 450,
  },
  { name: 'approvals', features: ['approvals'], web: 450, server: 700 },
];
/** Product files under this many lines are crumbs, route files and manifests aside. */
export const crumbLines = 25;
const mayBeShort = /^web\/src\/routes\/|-routes\.ts$|\.feature\.ts$|\.css$/;

/** What `npm run size` compares: lines of code, of CSS and of features, files in a folder, crumbs. */
export function figuresOf(tree: Tree, files: readonly ProductFile[]): Figure[] {
  const code = files.filter(({ css }) => !css);
  const lines = (workspace: string, names: readonly string[]) =>
    sumOf(
      code.filter(
        ({ file, feature }) =>
          file.startsWith(`${workspace}/src/features/`) &&
          feature !== undefined &&
          names.map(featureKey).includes(feature),
      ),
    );
  return [
    { name: 'contract, server, web and tools, TypeScript', now: sumOf(code), most: 27_000 },
    { name: 'CSS', now: sumOf(files.filter(({ css }) => css)), most: 2200 },
    ...featureLimits.flatMap(({ name, features, web, server }) => [
      { name: `${name}: web`, now: lines('web', features), most: web },
      { name: `${name}: server`, now: lines('server', features), most: server },
    ]),
    {
      name: 'code files in one folder',
      now: Math.max(...filesByFolder(tree).values()),
      most: 20,
    },
    { name: `product files under ${crumbLines} lines`, now: crumbsOf(files).length, most: 5 },
  ];
}

/** Product files that are too short to stand alone. */
export function crumbsOf(files: readonly ProductFile[]): ProductFile[] {
  return files.filter(({ file, lines }) => lines < crumbLines && !mayBeShort.test(file));
}
