import { once } from 'node:events';
import { chmodSync, createReadStream, mkdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, pipeline } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { type RawBuilder, sql } from 'kysely';
import type { Clock, Ids } from '#platform/clock-and-ids.ts';
import type { Database, PlatformTx, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/http/refusal.ts';
import type { Keys } from '#platform/security/keys.ts';
import { fileCipher, fileDecipher, fileKey } from './file-encryption.ts';

/** An uploaded and checked file, still in the temporary folder. */
export interface UploadedFile {
  /** The sender's file name without folders. For display only, never used as a path. */
  name: string;
  /** Detected from the content. */
  mediaType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Temporary path, valid during the call. */
  path: string;
}

/** An upload whose bytes are on the disk; it becomes a stored file when it is kept. */
export interface StoredUpload extends UploadedFile {
  id: string;
  /** The key and authentication tag of its bytes on the disk. */
  secret: string;
}

export interface KeptFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  url: string;
}

/**
 * Stored files: rows in the database decide who may read them, the bytes are on a disk, encrypted with
 * a key for each file.
 */
export interface Files {
  /**
   * Stores the bytes of uploads and runs the work. Removes the bytes that it did not keep, or all of
   * them if it throws an AppError. Called before a transaction, so that none is open during the copy.
   */
  withStored<T>(
    uploads: Readonly<Record<string, UploadedFile>>,
    work: (stored: Readonly<Record<string, StoredUpload>>) => Promise<T>,
  ): Promise<T>;
  /** Makes an upload a stored file of an organization. */
  keep(
    tx: Tx,
    upload: StoredUpload,
    owner: { organizationId: string; kind: string },
  ): Promise<KeptFile>;
  /** A file's metadata, if row policies let this transaction see it. */
  find(tx: Tx, id: string): Promise<KeptFile | null>;
  /** A file's bytes, if row policies let this transaction see it. */
  open(tx: Tx, id: string): Promise<(KeptFile & { stream: Readable }) | null>;
  /** Deletes a file's row. Call `removeBytes` after the commit. */
  removeRow(tx: PlatformTx, id: string): Promise<void>;
  /** Deletes the bytes of a file whose row was deleted. */
  removeBytes(id: string): Promise<void>;
  /** Deletes bytes whose row never committed. Returns their number. */
  sweep(db: Database): Promise<number>;
}

export function fileUrlOf(id: string): string {
  return `/api/v1/files/${id}`;
}

/** A stored file with the SHA-256 of its content. */
export type HashedFile = KeptFile & { sha256: string };

/** A subquery for the file whose id is in a column. */
export function storedFileOf(column: string): RawBuilder<HashedFile> {
  return sql<HashedFile>`(select jsonb_build_object('id', f.id, 'name', f.name,
    'mediaType', f.media_type, 'size', f.size, 'sha256', f.sha256, 'url', ${fileUrlOf('')}::text || f.id)
    from files f where f.id = ${sql.ref(column)})`;
}

const DAY = 24 * 60 * 60 * 1000;
/** Files on the disk whose rows are looked for in one query. */
const BATCH = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function findFile(tx: Tx, id: string): Promise<KeptFile | null> {
  const row = await tx
    .selectFrom('files')
    .select(['id', 'name', 'media_type', 'size'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { media_type: mediaType, ...rest } = row;
  return { ...rest, mediaType, url: fileUrlOf(id) };
}

/** Encrypts an upload onto the disk, for the server's own account alone. */
async function storeBytes(disk: Disk, folder: string, upload: UploadedFile, id: string) {
  const { cipher, secret } = fileCipher();
  const bytes = pipeline(createReadStream(upload.path), cipher, () => undefined);
  await disk.putStream(id, bytes);
  await chmod(path.join(folder, id), 0o600);
  return secret();
}

/** The names of files on the disk that have no row. */
async function unknownOf(db: Database, names: readonly string[]): Promise<string[]> {
  const ids = names.filter((name) => UUID.test(name));
  const rows = await db.asPlatform('which files have a row', (tx) =>
    tx
      .selectFrom('files')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
  );
  const known = new Set(rows.map((row) => row.id));
  return names.filter((name) => !known.has(name));
}

/** See `sweep` of {@link Files}. */
async function sweepDisk(disk: Disk, db: Database, now: Date): Promise<number> {
  const { objects } = await disk.listAll();
  const names = [...objects].flatMap((object) => (object.isFile ? [object.name] : []));
  const unknown: string[] = [];
  for (let at = 0; at < names.length; at += BATCH)
    unknown.push(...(await unknownOf(db, names.slice(at, at + BATCH))));
  let removed = 0;
  for (const name of unknown) {
    const { lastModified } = await disk.getMetaData(name);
    // The row of a recent file may not be committed yet.
    if (now.getTime() - lastModified.getTime() < DAY) continue;
    await disk.delete(name);
    removed += 1;
  }
  return removed;
}

export function openFiles(
  folder: string,
  { keys, clock, ids }: { keys: Keys; clock: Clock; ids: Ids },
): Files {
  const location = path.resolve(folder);
  // Only the server's own account may read what people upload.
  mkdirSync(location, { recursive: true, mode: 0o700 });
  chmodSync(location, 0o700);
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const kept = new WeakSet<StoredUpload>();
  return {
    find: findFile,
    withStored: async (uploads, work) => {
      const stored: Record<string, StoredUpload> = {};
      const remove = (unwanted: (upload: StoredUpload) => boolean) =>
        Promise.all(
          Object.values(stored)
            .filter(unwanted)
            .map(({ id }) => disk.delete(id)),
        );
      try {
        for (const [part, upload] of Object.entries(uploads)) {
          const id = ids.uuid(clock.now());
          stored[part] = { ...upload, id, secret: '' };
          const secret = await storeBytes(disk, location, upload, id);
          stored[part] = { ...upload, id, secret };
        }
        const result = await work(stored);
        await remove((upload) => !kept.has(upload));
        return result;
      } catch (error) {
        // After any other error the rows may have been committed: `sweep` removes bytes without a row.
        if (error instanceof AppError) await remove(() => true);
        throw error;
      }
    },
    keep: async (tx, upload, { organizationId, kind }) => {
      const { id, name, mediaType, size, sha256, secret } = upload;
      await tx
        .insertInto('files')
        .values({
          id,
          organization_id: organizationId,
          kind,
          name,
          size,
          sha256,
          encrypted_key: keys.encrypt(fileKey(organizationId), secret),
          media_type: mediaType,
          created_at: clock.now(),
        })
        .execute();
      kept.add(upload);
      return { id, name, mediaType, size, url: fileUrlOf(id) };
    },
    open: async (tx, id) => {
      const file = await findFile(tx, id);
      if (!file) return null;
      const { organization_id: owner, encrypted_key: encrypted } = await tx
        .selectFrom('files')
        .select(['organization_id', 'encrypted_key'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const bytes = await disk.getStream(id);
      // A missing file is an error of this call. Later stream errors go to the reader; an error
      // event without a listener would end the server.
      await once(bytes, 'open');
      const secret = keys.decrypt(fileKey(owner), encrypted);
      const stream = pipeline(bytes, fileDecipher(secret), () => undefined);
      return { ...file, stream };
    },
    removeRow: async (tx, id) => {
      await tx.deleteFrom('files').where('id', '=', id).execute();
    },
    removeBytes: (id) => disk.delete(id),
    sweep: (db) => sweepDisk(disk, db, clock.now()),
  };
}
