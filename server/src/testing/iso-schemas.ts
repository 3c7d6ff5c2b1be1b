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

/** What is wrong with a message by the public schema that its namespace names; empty where nothing is. */
export async function schemaErrors(contents: string): Promise<string> {
  const message = /xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(contents)?.[1];
  if (message === undefined) return 'The message names no schema';
  const schema = [readFileSync(path.join(SCHEMAS, `${message}.xsd`), 'utf8')];
  const { valid, errors } = await validateXML({
    xml: [{ fileName: `${message}.xml`, contents }],
    schema,
  });
  return valid ? '' : JSON.stringify(errors);
}
