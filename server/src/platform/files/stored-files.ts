import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Clock } from '#platform/clock.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Ids } from '#platform/ids.ts';

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

/** Metadata of a stored file. */
export interface KeptFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  url: string;
}

/** Stored files: rows in the database decide who may read them, the bytes are on a disk. */
export interface Files {
  /** Stores an upload for an organization. The bytes are written before the row commits. */
  keep(
    tx: Tx,
    upload: UploadedFile,
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
  sweep(tx: PlatformTx): Promise<number>;
}

/** The URL of a stored file. */
export function fileUrlOf(id: string): string {
  return `/api/v1/files/${id}`;
}

const DAY = 24 * 60 * 60 * 1000;

/** Opens the file store in a folder. */
export function openFiles(folder: string, clock: Clock, ids: Ids): Files {
  const disk = new Disk(new FSDriver({ location: path.resolve(folder), visibility: 'private' }));
  const find = async (tx: Tx, id: string): Promise<KeptFile | null> => {
    const row = await tx
      .selectFrom('files')
      .select(['id', 'name', 'media_type', 'size'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    const { media_type: mediaType, ...rest } = row;
    return { ...rest, mediaType, url: fileUrlOf(id) };
  };
  return {
    find,
    keep: async (tx, upload, { organizationId, kind }) => {
      const [now, { name, mediaType, size, sha256 }] = [clock.now(), upload];
      const id = ids.uuid(now);
      await disk.putStream(id, createReadStream(upload.path));
      await tx
        .insertInto('files')
        .values({
          id,
          organization_id: organizationId,
          kind,
          name,
          size,
          sha256,
          media_type: mediaType,
          created_at: now,
        })
        .execute();
      return { id, name, mediaType, size, url: fileUrlOf(id) };
    },
    open: async (tx, id) => {
      const file = await find(tx, id);
      if (!file) return null;
      const stream = await disk.getStream(id);
      // A missing file is an error of this call. Later stream errors go to the reader; an error
      // event without a listener would end the server.
      await once(stream, 'open');
      stream.on('error', () => undefined);
      return { ...file, stream };
    },
    removeRow: async (tx, id) => {
      await tx.deleteFrom('files').where('id', '=', id).execute();
    },
    removeBytes: (id) => disk.delete(id),
    sweep: async (tx) => {
      const { objects } = await disk.listAll();
      const names = [...objects].flatMap((object) => (object.isFile ? [object.name] : []));
      const rows = await tx.selectFrom('files').select('id').execute();
      const known = new Set(rows.map((row) => row.id));
      let removed = 0;
      for (const name of names) {
        if (known.has(name)) continue;
        const { lastModified } = await disk.getMetaData(name);
        // The row of a recent file may not be committed yet.
        if (clock.now().getTime() - lastModified.getTime() < DAY) continue;
        await disk.delete(name);
        removed += 1;
      }
      return removed;
    },
  };
}
