import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { InboundFile, Transport } from './clearing-transport.ts';

// CLEARING_DIR/<channel>/out, in, done, bad: a gateway of the operator moves the files between here and
// the other end. Beside a file stands <name>.sha256, as the command sha256sum writes it.

const SUM = '.sha256';
/** Characters of a name that are kept, with at most 4 bytes each; a file system takes 255 bytes. */
const NAME_KEPT = 50;

/** Files that are still being written, and checksums. */
const isPartial = (name: string) => /^\.|\.(tmp|part|sha256)$/.test(name);

/**
 * Opens a file without following a link, and without waiting for a pipe's writer. Null where it is no regular
 * file: who may write into the folder could lead the server to any file that it can read.
 */
async function openRegular(file: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await unlessGone(open(file, flags), null);
  if (!handle || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

/** Returns `other` where the file does not exist, or is a link that was not to be followed. */
async function unlessGone<T, U>(work: Promise<T>, other: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'ELOOP'].includes(String(error.code))
    )
      return other;
    throw error;
  }
}

async function entries(folder: string): Promise<string[]> {
  const names: string[] = await unlessGone(readdir(folder), []);
  return names.toSorted();
}

/** Tells a file from another one that is put under its name. */
const identityOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`;

/** Reads an open file as a stream: one that is too large is hashed, but not kept in memory. */
async function readUpTo(handle: FileHandle, max: number) {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    const bytes = Buffer.from(chunk);
    hash.update(bytes);
    size += bytes.length;
    if (size > max) chunks.length = 0;
    else chunks.push(bytes);
  }
  const sha256 = hash.digest('hex');
  return { size, sha256, bytes: size > max ? null : Buffer.concat(chunks) };
}

/** Reads a file, with its identity and the checksum beside it. Null where it is no regular file. */
async function readWhole(file: string, max: number) {
  const handle = await openRegular(file);
  if (!handle) return null;
  try {
    const identity = identityOf(await handle.stat());
    const content = await readUpTo(handle, max);
    return { identity, content: { ...content, expectedSha256: await readSum(file) } };
  } finally {
    await handle.close();
  }
}

/** The checksum beside a file; null where there is none. */
async function readSum(file: string): Promise<string | null> {
  const handle = await openRegular(file + SUM);
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    return /^[0-9a-f]{64}/i.exec(text)?.[0].toLowerCase() ?? '';
  } finally {
    await handle.close();
  }
}

/** Writes a file atomically: under a hidden name, then fsync, then rename. */
async function writeWhole(folder: string, name: string, bytes: string | Buffer): Promise<void> {
  const draft = path.join(folder, `.${name}.tmp`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path.join(folder, name));
}

export function openDirectory(root: string): Transport {
  const folderOf = async (channel: string, name: 'out' | 'done' | 'bad') => {
    const folder = path.join(root, channel, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  };

  function inboundFile(channel: string, name: string): InboundFile {
    const file = path.join(root, channel, 'in', name);
    let identity: string | null = null;
    return {
      channel,
      name,
      read: async (max) => {
        const read = await readWhole(file, max);
        identity = read?.identity ?? null;
        return read?.content ?? null;
      },
      settle: async (id, to) => {
        const now = await unlessGone(lstat(file), null);
        // Another server may have moved it, or another file stands here: that one is read with the next poll.
        if (now === null || identityOf(now) !== identity) return;
        const folder = await folderOf(channel, to);
        // With the id in front, the whole of a long name could be too long.
        const aside = path.join(folder, `${id}-${name.slice(-NAME_KEPT)}`);
        await unlessGone(rename(file, aside), null);
        await unlessGone(rename(file + SUM, aside + SUM), null);
      },
    };
  }

  return {
    nextAt: async () => null,
    send: async ({ channel, name, bytes }) => {
      const folder = await folderOf(channel, 'out');
      const sum = createHash('sha256').update(bytes).digest('hex');
      // The checksum first: it exists once the file is visible.
      await writeWhole(folder, name + SUM, `${sum}  ${name}\n`);
      await writeWhole(folder, name, bytes);
    },
    receive: async (channels, max) => {
      const found: InboundFile[] = [];
      for (const channel of await entries(root)) {
        if (!channels.has(channel)) continue;
        const folder = path.join(root, channel, 'in');
        for (const name of await entries(folder)) {
          if (found.length >= max) return found;
          if (isPartial(name)) continue;
          // Symbolic links are ignored: they could point outside the folder.
          const { isFile } = await lstat(path.join(folder, name)).then(
            (stat) => ({ isFile: stat.isFile() }),
            () => ({ isFile: false }),
          );
          if (isFile) found.push(inboundFile(channel, name));
        }
      }
      return found;
    },
  };
}
