import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '..');
const FILE = path.join(REPOSITORY, 'docs', 'operations', 'measures.md');
const FORMATTER = path.join(REPOSITORY, 'node_modules', 'oxfmt', 'bin', 'oxfmt');

/** What a part of the benchmarks has measured, as a section of docs/operations/measures.md. */
export interface MeasuredPart {
  /** The heading of the section. */
  title: string;
  /** The command that measured it, with its options. */
  command: string;
  /** When and on what it was measured. */
  machine: string;
  text: string;
}

/** The document with the section of the part replaced, or added at its end. */
export function withPart(
  document: string,
  { title, command, machine, text }: MeasuredPart,
): string {
  const section = `## ${title}\n\nPrinted by \`${command}\` on ${machine}.\n\n${text.trim()}\n`;
  const sections = document.split(/^(?=## )/m);
  const at = sections.findIndex((one) => one.startsWith(`## ${title}\n`));
  if (at === -1) return `${document.trimEnd()}\n\n${section}`;
  const isLast = at === sections.length - 1;
  return sections.with(at, isLast ? section : `${section}\n`).join('');
}

/** Puts what was measured into docs/operations/measures.md, and formats it. */
export async function writeMeasures(parts: readonly MeasuredPart[]): Promise<void> {
  const document = await readFile(FILE, 'utf8');
  await writeFile(FILE, parts.reduce(withPart, document));
  execFileSync(process.execPath, [FORMATTER, FILE]);
}
