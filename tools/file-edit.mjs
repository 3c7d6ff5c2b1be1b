import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a text in a file in one step, as an editor does: watchers never see half of it. Throws if the file does
 * not have the text.
 * @param {string} folder
 * @param {string} file
 * @param {string} from
 * @param {string} to
 */
export async function replaceInFile(folder, file, from, to) {
  const place = path.join(folder, file);
  const content = await readFile(place, 'utf8');
  if (!content.includes(from)) throw new Error(`${file} does not have: ${from}`);
  const written = path.join(folder, 'edited');
  await writeFile(written, content.replace(from, to));
  await rename(written, place);
}
