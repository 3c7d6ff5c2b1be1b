import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|html|txt)$/;
/** Bytes; smaller files do not become smaller. */
const LEAST = 256;
const compress = promisify(brotliCompress);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const small = await compress(content, { params });
  if (small.length < content.length) await writeFile(`${file}.br`, small);
}

/** Puts a file compressed as far as Brotli can beside every text file of a folder. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
}
