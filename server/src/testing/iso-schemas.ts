import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS =
  process.env['ISO20022_XSD_DIR'] ??
  path.resolve(import.meta.dirname, '../../../../shared/iso20022');

/** Why messages can not be validated here; false where they can. */
export const WITHOUT_SCHEMAS = existsSync(SCHEMAS)
  ? false
  : 'the schemas are not at hand: set ISO20022_XSD_DIR';

const messageOf = (contents: string) =>
  /xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(contents)?.[1] ?? '';

/** Validates messages against the public schemas that they name. Returns the errors; empty without any. */
export async function schemaErrors(...files: readonly string[]): Promise<string> {
  const found: string[] = [];
  // A schema is read once for all of its messages: that takes longer than to validate them.
  for (const [message, contents] of Map.groupBy(files, messageOf)) {
    if (message === '') return 'A message names no schema';
    const schema = [readFileSync(path.join(SCHEMAS, `${message}.xsd`), 'utf8')];
    const xml = contents.map((text, n) => ({ fileName: `${message}-${n}.xml`, contents: text }));
    const { valid, errors } = await validateXML({ xml, schema });
    if (!valid) found.push(JSON.stringify(errors));
  }
  return found.join('\n');
}
