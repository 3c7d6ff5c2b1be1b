import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ImportError } from './imports-error.ts';

/** Files in a workbook at the most; a table of customers has about ten. */
const ENTRIES_MAX = 1000;
/** Bytes that a workbook unpacks to at the most; a million rows of six cells make about 400 MB. */
const UNPACKED_MAX = 1024 * 1024 * 1024;
/** How often smaller packing may make a large file of it; sheets come to 10 to 40. */
const RATIO_MAX = 150;
const LARGE = 20 * 1024 * 1024;

/** The files in a workbook by their paths. */
export interface Archive {
  /** The unpacked bytes of a file, or null where there is none. More than it announced is an error. */
  read(path: string): Promise<Readable | null>;
  close(): void;
}

/** Refuses by what the archive says of itself, before anything is unpacked. */
function checkSizes(entries: ReadonlyMap<string, Entry>): void {
  let unpacked = 0;
  for (const { uncompressedSize, compressedSize } of entries.values()) {
    unpacked += uncompressedSize;
    const isBomb = uncompressedSize > LARGE && uncompressedSize > RATIO_MAX * compressedSize;
    if (isBomb || unpacked > UNPACKED_MAX) throw new ImportError('TOO_LARGE_UNPACKED');
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new ImportError('TOO_LARGE_UNPACKED');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ImportError('FILE_UNREADABLE');
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  checkSizes(entries);
  return entries;
}

/** Opens a workbook's archive. Throws an ImportFault for one that unpacks to too much. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    const entries = await listEntries(zip);
    return {
      read: async (path) => {
        const entry = entries.get(path.toLowerCase());
        return entry ? zip.openReadStreamPromise(entry) : null;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
