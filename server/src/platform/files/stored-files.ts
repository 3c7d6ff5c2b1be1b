import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Clock } from '#platform/clock.ts';
import type { PlatformTx, Tx } from '#platform/database/database.ts';
import type { Ids } from '#platform/ids.ts';

/** A file that arrived and was checked, still in the temporary folder. */
export interface UploadedFile {
  /** As the sender called it, cut to a plain name; for people to read, never for a path. */
  name: string;
  /** From the content. */
  mediaType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Where it lies for the time of the call. */
  path: string;
}

/** A stored file as the API names it. */
export interface KeptFile {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  url: string;
}

/** Stored files: rows in the database say who may see them, bytes lie on a disk. */
export interface Files {
  /** Keeps an upload for an organization. The bytes are written before the row commits. */
  keep(
    tx: Tx,
    upload: UploadedFile,
    owner: { organizationId: string; kind: string },
  ): Promise<KeptFile>;
  /** A file's row, if this transaction may see it. */
  find(tx: Tx, id: string): Promise<KeptFile | null>;
  /** A file's bytes, if this transaction may see it. */
  open(tx: Tx, id: string): Promise<(KeptFile & { stream: Readable }) | null>;
  /** Takes a file's row away; its bytes follow with `removeBytes` once that has been committed. */
  removeRow(tx: PlatformTx, id: string): Promise<void>;
  /** Removes the bytes of a file that has no row any more. */
  removeBytes(id: string): Promise<void>;
  /** Removes bytes whose row never committed; gives how many. */
  sweep(tx: PlatformTx): Promise<number>;
}

/** The address of a stored file. */
export function fileUrlOf(id: string): string {
  return `/api/v1/files/${id}`;
}

const DAY = 24 * 60 * 60 * 1000;

/** Opens the store of files under a folder. */
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
          ...{ id, organization_id: organizationId, kind, name, size, sha256 },
          ...{ media_type: mediaType, created_at: now },
        })
        .execute();
      return { id, name, mediaType, size, url: fileUrlOf(id) };
    },
    open: async (tx, id) => {
      const file = await find(tx, id);
      if (!file) return null;
      const stream = await disk.getStream(id);
      // Bytes that are gone are an error of this call. Later errors wait for whoever reads: one that
      // nobody hears would end the server.
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
        // A young file may belong to a transaction that has not committed yet.
        if (clock.now().getTime() - lastModified.getTime() < DAY) continue;
        await disk.delete(name);
        removed += 1;
      }
      return removed;
    },
  };
}
