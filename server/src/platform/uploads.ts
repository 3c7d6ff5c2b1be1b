import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FilePart } from '@tegeka/contract/endpoint.ts';
import type { FaultCode } from '@tegeka/contract/faults.ts';
import { fileTypeFromFile } from 'file-type';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './stored-files.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A multipart body, read to its end: the text of its JSON part and its files by part name. */
export interface MultipartBody {
  json: string;
  files: Record<string, UploadedFile>;
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

/** What a multipart row takes. */
export interface MultipartRow {
  part: string;
  files: Readonly<Record<string, FilePart>>;
}

const JSON_MAX = 64 * 1024;
const NAME_MAX = 120;

/** How the bytes of a whole file end, by type; a file cut off in transfer lacks it. */
const ENDINGS: Record<string, { tail: number; mark: Buffer }> = {
  'image/png': { tail: 12, mark: Buffer.from('IEND') },
  'image/jpeg': { tail: 64, mark: Buffer.from([0xff, 0xd9]) },
  'application/pdf': { tail: 1024, mark: Buffer.from('%%EOF') },
};

function faultOf(code: FaultCode, field: string, message: string): Refusal {
  return refuse(code, { fields: [{ field, message }] });
}

/** A sender's file name as people may read it: no folders, no control characters, not too long. */
export function plainName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return clean.slice(-NAME_MAX) || 'file';
}

async function endsWell(file: string, size: number, mediaType: string): Promise<boolean> {
  const ending = ENDINGS[mediaType];
  if (!ending) return true;
  const handle = await open(file);
  try {
    const length = Math.min(ending.tail, size);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(ending.mark);
  } finally {
    await handle.close();
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

async function receive(file: MultipartFile, rule: FilePart, target: string): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      const fits = size <= rule.maxSize;
      const message = `The file is larger than ${megabytes(rule.maxSize)}.`;
      done(fits ? null : faultOf('FILE_TOO_LARGE', file.fieldname, message), chunk);
    },
  });
  await pipeline(file.file, meter, createWriteStream(target));
  const field = file.fieldname;
  if (size === 0) throw faultOf('FILE_EMPTY', field, 'The file is empty.');
  const mediaType = (await fileTypeFromFile(target))?.mime ?? 'application/octet-stream';
  if (!rule.accepts.includes(mediaType)) {
    const names = rule.accepts.map((type) => type.split('/')[1]?.toUpperCase()).join(', ');
    throw faultOf('FILE_TYPE_WRONG', field, `The file is not one of ${names}.`);
  }
  if (!(await endsWell(target, size, mediaType))) {
    throw faultOf('FILE_DAMAGED', field, 'The file is damaged or was cut off.');
  }
  return {
    name: plainName(file.filename),
    mediaType,
    size,
    sha256: hash.digest('hex'),
    path: target,
  };
}

function requireParts(row: MultipartRow, body: Omit<MultipartBody, 'dispose'>): void {
  if (body.json === '') throw faultOf('INPUT_INVALID', row.part, 'This part is missing.');
  const missing = Object.entries(row.files).find(
    ([name, rule]) => rule.required && !body.files[name],
  );
  if (missing) throw faultOf('FILE_MISSING', missing[0], 'Please add this file.');
}

/**
 * Reads a multipart body to the temporary folder. Content decides what a file is. Refuses by the
 * FILE_… faults with the part as the field; a body that breaks off is BODY_BROKEN.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  row: MultipartRow,
  temporary: string,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw refuse('BODY_TYPE_UNKNOWN');
  const folder = await mkdtemp(path.join(temporary, 'upload-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const body = { json: '', files: {} as Record<string, UploadedFile> };
  try {
    // One byte more than the largest part may have: the meter refuses by name what goes beyond.
    const fileSize =
      Math.max(JSON_MAX, ...Object.values(row.files).map((rule) => rule.maxSize)) + 1;
    const counts = { files: 8, fields: 8, parts: 16, headerPairs: 20 };
    const limits = { ...counts, fieldSize: JSON_MAX, fileSize };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === row.part) body.json = String(part.value);
        continue;
      }
      const rule = row.files[part.fieldname];
      if (rule && part.fieldname !== row.part) {
        const target = path.join(folder, part.fieldname);
        body.files[part.fieldname] = await receive(part, rule, target);
      } else if (part.fieldname === row.part) {
        // Browsers send a JSON part as a Blob, which arrives as a file.
        body.json = (await part.toBuffer()).subarray(0, JSON_MAX).toString('utf8');
      } else {
        throw faultOf('INPUT_INVALID', part.fieldname.slice(0, 60), 'This part is not known.');
      }
    }
    requireParts(row, body);
    return { ...body, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
