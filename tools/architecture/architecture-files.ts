import path from 'node:path';
import { bareCode, isCode, type Tree, type Violation } from './architecture-tree.ts';

/** Names that do not describe a content. */
const empty =
  /^(utils?|helpers?|common|shared|misc|lib|types?|constants?|managers?|base|index|stuff|core)$/;

/** Files whose names other tools require, and `config`, the settings of server and web. */
const namedByTools =
  /^(package|tsconfig(\.\w+)?)\.json$|^README\.md$|^\.|^index\.html$|^config\.ts$/;
/** Screens, which the router names by their address. */
const namedByRouter = /^web\/src\/routes\//;

/** Code that may read the clock or generate random values. Lint checks Date.now and Math.random. */
const mayUseTimeAndRandomness =
  /^(server|web)\/src\/platform\/|^(tools|bench|e2e)\/|(\.test|-test-[a-z]+)\.ts$|^server\/src\/testing\//;

/** Tests are beside the files that they test and do not count as files of the folder. */
const uncounted = /\.(test|e2e)\.tsx?$/;
const maxFilesInFolder = 20;

/** Patterns of former names, replaced by the standard terms. */
const abandoned = [
  'atDoor|DoorCall|tellNews|keptReading|hurtConstraint|soughtBy|isSought|XmlEars|hearXml|useKept',
  'ApprovalAct|ApprovedThing|turnedDown|TURNED_DOWN|putUp|(?:put|puts) up',
  String.raw`public rows?|every room|PATIENCE_MS|CustomerNothing|\w+Wish`,
];

/** Every file or folder whose name, place or use of time and randomness breaks a rule. */
export function fileViolations(tree: Tree): Violation[] {
  return [
    ...nameViolations(tree),
    ...duplicateViolations(tree),
    ...folderViolations(tree),
    ...timeViolations(tree),
    ...jsonViolations(tree),
    ...wordViolations(tree),
    ...classViolations(tree),
  ];
}

function nameViolations(tree: Tree): Violation[] {
  return [...tree.keys()].flatMap((file) => {
    if (namedByRouter.test(file) || namedByTools.test(path.posix.basename(file))) return [];
    if (!/\.(ts|tsx|mjs|js|css|sql|md)$/.test(file)) return [];
    const words = file.split('/').flatMap((part) => part.replace(/\..*$/, '').split('-'));
    const word = words.find((one) => empty.test(one));
    return word ? [{ file, problem: `is named "${word}", which says nothing` }] : [];
  });
}

function duplicateViolations(tree: Tree): Violation[] {
  const first = new Map<string, string>();
  return [...tree.keys()].flatMap((file) => {
    const name = path.posix.basename(file);
    if (namedByRouter.test(file) || namedByTools.test(name)) return [];
    const other = first.get(name);
    if (other === undefined) first.set(name, file);
    return other === undefined ? [] : [{ file, problem: `has the same name as ${other}` }];
  });
}

/** Number of code files directly in each folder. */
export function filesByFolder(tree: Tree): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of tree.keys()) {
    if (!/\.(tsx?|mjs|js)$/.test(file) || uncounted.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

function folderViolations(tree: Tree): Violation[] {
  return [...filesByFolder(tree)]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([folder, count]) => ({
      file: folder,
      problem: `holds ${count} code files, more than ${maxFilesInFolder}`,
    }));
}

function timeViolations(tree: Tree): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!isCode(file) || mayUseTimeAndRandomness.test(file)) return [];
    const found = bareCode(content, 'templates').match(/\bnew Date\(\s*\)|\brandomUUID\b/g) ?? [];
    return found.map((word) => ({ file, problem: `uses ${word} outside the platform` }));
  });
}

/** The only file that calls JSON.parse, with a schema. */
const jsonParser = 'contract/src/kit/json.ts';
/** Stories, which know no schemas: they take each field out of `unknown`, also in the browser. */
const withoutSchemas = /^e2e\//;

/** Code that reads JSON without a schema. Scripts (.mjs) run before packages are there that know schemas. */
function jsonViolations(tree: Tree): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!/\.tsx?$/.test(file) || file === jsonParser || withoutSchemas.test(file)) return [];
    const isBare = /\bJSON\.parse\b/.test(bareCode(content, 'templates'));
    return isBare ? [{ file, problem: 'calls JSON.parse instead of parseJson' }] : [];
  });
}

/** Code, comments and SQL that use an abandoned word. */
function wordViolations(tree: Tree): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!isCode(file) && !file.endsWith('.sql')) return [];
    if (file.endsWith('/architecture-files.ts')) return [];
    const found = new Set(
      content.match(new RegExp(String.raw`\b(?:${abandoned.join('|')})\b`, 'g')),
    );
    return [...found].map((word) => ({ file, problem: `says "${word}", which was given up` }));
  });
}

const classesIn = (css: string) =>
  new Set(
    [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\.([A-Za-z][\w-]*)/g)].map(
      ([, name]) => name,
    ),
  );

/** Uses of CSS classes that the style sheet does not define: they would have no effect, without an error. */
function classViolations(tree: Tree): Violation[] {
  return [...tree].flatMap(([file, code]) =>
    file.endsWith('.tsx')
      ? [...code.matchAll(/^import (\w+) from '(\S+\.module\.css)';$/gm)].flatMap(
          ([, name = '', from = '']) => {
            const sheet = from.startsWith('#')
              ? `web/src/${from.slice(1)}`
              : path.posix.join(path.posix.dirname(file), from);
            const known = classesIn(tree.get(sheet) ?? '');
            const used = code.matchAll(new RegExp(`(?<![\\w.'#/-])${name}\\.([A-Za-z]\\w*)`, 'g'));
            return [...new Set([...used].map(([, word = '']) => word))]
              .filter((word) => !known.has(word))
              .map((word) => ({ file, problem: `uses ${name}.${word}, which ${sheet} has not` }));
          },
        )
      : [],
  );
}
