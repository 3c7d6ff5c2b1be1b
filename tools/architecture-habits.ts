import path from 'node:path';
import type { Fault, Tree } from './architecture-tree.ts';
import { bareCode, isCode } from './architecture-tree.ts';

/** Names that say nothing about what is in the file. */
const empty =
  /^(utils?|helpers?|common|shared|misc|lib|types?|constants?|managers?|base|index|stuff|core)$/;

/** Files named by the tools that look for them; the settings are `config` on both sides of the wire. */
const namedByTools =
  /^(package|tsconfig(\.\w+)?)\.json$|^README\.md$|^\.|^index\.html$|^config\.ts$/;
/** Screens, which the router names by their address. */
const namedByRouter = /^web\/src\/routes\//;

/** Where time and chance are made, and where nothing is at stake. */
const makesTimeAndChance =
  /^(server|web)\/src\/platform\/|^(tools|bench|e2e)\/|(\.test|-test-[a-z]+)\.ts$|^server\/src\/test-/;
const readsEnvironment =
  /^server\/src\/config\.ts$|^(tools|bench|e2e)\/|\.test\.ts$|^server\/src\/platform\/postgres-for-tests\.ts$/;

const timeAndChance = /\bnew Date\(\s*\)|\bDate\.now\b|\bMath\.random\b|\brandomUUID\b/g;
const mostLines = 250;

/** Every file whose name or length or use of time, chance and environment breaks a house rule. */
export function habitFaults(tree: Tree): Fault[] {
  return [...nameFaults(tree), ...duplicateFaults(tree), ...contentFaults(tree)];
}

function nameFaults(tree: Tree): Fault[] {
  return [...tree.keys()].flatMap((file) => {
    if (namedByRouter.test(file) || namedByTools.test(path.posix.basename(file))) return [];
    if (!/\.(ts|tsx|mjs|js|css|sql|md)$/.test(file)) return [];
    const words = file.split('/').flatMap((part) => part.replace(/\..*$/, '').split('-'));
    const word = words.find((one) => empty.test(one));
    return word ? [{ file, fault: `is named "${word}", which says nothing` }] : [];
  });
}

function duplicateFaults(tree: Tree): Fault[] {
  const first = new Map<string, string>();
  return [...tree.keys()].flatMap((file) => {
    const name = path.posix.basename(file);
    if (namedByRouter.test(file) || namedByTools.test(name)) return [];
    const other = first.get(name);
    if (other === undefined) first.set(name, file);
    return other === undefined ? [] : [{ file, fault: `has the same name as ${other}` }];
  });
}

function contentFaults(tree: Tree): Fault[] {
  return [...tree].flatMap(([file, content]) => {
    if (!isCode(file)) return [];
    const lines = content.trimEnd().split('\n').length;
    const long = lines > mostLines ? [{ file, fault: `has ${lines} lines` }] : [];
    return [...long, ...frameFaults(file, bareCode(content, 'expressions'))];
  });
}

function frameFaults(file: string, code: string): Fault[] {
  const faults: Fault[] = [];
  if (!makesTimeAndChance.test(file)) {
    for (const [word] of code.matchAll(timeAndChance)) {
      faults.push({ file, fault: `uses ${word} outside the frame` });
    }
  }
  if (!readsEnvironment.test(file) && /\bprocess\.env\b/.test(code)) {
    faults.push({ file, fault: 'reads process.env, which only server/src/config.ts may' });
  }
  return faults;
}
