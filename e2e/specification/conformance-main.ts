import { readFile } from 'node:fs/promises';
import { DEVIATIONS, LINES, SECTIONS, sectionOf } from './specification-lines.ts';

/**
 * Prints for each section how many lines of the specification are proved by a passing test, and the
 * unproved lines, and then the lines from which the product deviates. The argument is the file that `tools/test-report.mjs` wrote. Exit code 1 if a line is
 * unproved or a test names an unknown line.
 */
function readProofs(text: string): ReadonlySet<string> {
  const report: { proofs: string[] } = JSON.parse(text);
  return new Set(report.proofs);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const proved = readProofs(await readFile(process.argv[2] ?? '', 'utf8'));
const lines = Object.entries(LINES);
const bare = lines.filter(([id]) => !proved.has(id));
const unknown = [...proved].filter((id) => !Object.hasOwn(LINES, id));
const homeless = lines.filter(([id]) => sectionOf(id) === null);

say('\nThe specification, line by line: proved of all');
for (const section of SECTIONS) {
  const own = lines.filter(([id]) => sectionOf(id) === section);
  const without = bare.filter(([id]) => sectionOf(id) === section);
  say(`  ${section.padEnd(4)} ${own.length - without.length} of ${own.length}`);
  for (const [id, sentence] of without) say(`       without proof: ${id}  ${sentence}`);
}
for (const [id, instead] of Object.entries(DEVIATIONS)) say(`  deviates: ${id}  ${instead}`);
for (const id of unknown) say(`  A test proves the line ${id}, which does not exist.`);
for (const [id] of homeless) say(`  The line ${id} belongs to no section.`);
say(`  all  ${lines.length - bare.length} of ${lines.length}`);
process.exitCode = bare.length + unknown.length + homeless.length > 0 ? 1 : 0;
