import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FilePart, Shape } from '@tegeka/contract/kit/endpoint.ts';
import { plainText } from '@tegeka/contract/kit/text.ts';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './stored-files.ts';
import { refuse, refuseField } from '#platform/http/refusal.ts';
import { endsWell, typeAdvice, uploadedTypeOf } from './uploads-content.ts';
import { lookThroughPdf } from './uploads-pdf.ts';

/**
 * A parsed multipart body: the text of its JSON part (`{}` if missing) and its files by part name.
 */
export interface MultipartBody {
  json: string;
  files: Record<string, UploadedFile>;
  /** Removes the temporary files. */
  dispose(): Promise<void>;
}

export interface MultipartRules {
  part: string;
  shape: Shape;
  files: Readonly<Record<string, FilePart>>;
}

export function temporaryFolderOf(dataDir: string): string {
  return path.join(dataDir, 'tmp');
}

const JSON_MAX = 64 * 1024;
const NAME_MAX = 120;

/** Idle timeout of an upload, in milliseconds. */
const SILENCE = 60_000;
/** Maximum of bytes, and milliseconds, to read from a sender after a refusal. */
const REST_MAX = 256 * 1024 * 1024;
const REST_TIME = 30_000;
/** Maximum of bytes in a multipart body besides its files: names, boundaries, the JSON part. */
const SURROUNDINGS = 128 * 1024;

/** A sender's file name for display: no folders, no control characters or invisible marks, limited length. */
export function plainName(given: string | undefined): string {
  // The parser gives no name if an empty one was sent, although its types say it does.
  const last = given?.split(/[\\/]/).at(-1) ?? '';
  const clean = plainText(last.replaceAll(/\p{Cc}/gu, ''));
  return clean.slice(-NAME_MAX) || 'file';
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

/** Refuses a PDF that does more than show pages: people of another organization open it. */
async function expectPlainPdf(target: string, field: string): Promise<void> {
  const result = await lookThroughPdf(target);
  if (result === 'active') {
    const message =
      'This PDF has scripts, actions or other files in it. Print it to a new PDF and upload that.';
    throw refuseField(field, message, 'FILE_TYPE_WRONG');
  }
  if (result === 'unreadable') {
    const message =
      'This PDF can not be read in full. If it has a password, save it without one; else print it to a new PDF. Then upload that.';
    throw refuseField(field, message, 'FILE_DAMAGED');
  }
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
      done(fits ? null : refuseField(file.fieldname, message, 'FILE_TOO_LARGE'), chunk);
    },
  });
  await pipeline(file.file, meter, createWriteStream(target, { mode: 0o600 }));
  const field = file.fieldname;
  if (size === 0) throw refuseField(field, 'The file is empty.', 'FILE_EMPTY');
  const name = plainName(file.filename);
  const mediaType = await uploadedTypeOf(target, name, rule);
  if (!rule.accepts.includes(mediaType)) {
    throw refuseField(field, typeAdvice(rule, mediaType), 'FILE_TYPE_WRONG');
  }
  if (!(await endsWell(target, size, mediaType))) {
    throw refuseField(field, 'The file is damaged or was cut off.', 'FILE_DAMAGED');
  }
  if (mediaType === 'application/pdf') await expectPlainPdf(target, field);
  return {
    name,
    mediaType,
    size,
    sha256: hash.digest('hex'),
    path: target,
  };
}

function requireParts(rules: MultipartRules, body: Omit<MultipartBody, 'dispose'>): void {
  // A missing JSON part counts as `{}`, if the endpoint's shape accepts that.
  if (body.json === '' && !rules.shape.safeParse({}).success)
    throw refuseField(rules.part, 'This part is missing.');
  const missing = Object.entries(rules.files).find(
    ([name, rule]) => rule.required && !body.files[name],
  );
  if (missing) throw refuseField(missing[0], 'Please add this file.', 'FILE_MISSING');
}

/** Refuses a body whose Content-Length exceeds the sum of its parts' limits. */
function checkLength(request: FastifyRequest, rules: MultipartRules): void {
  const files = Object.entries(rules.files);
  const max = files.reduce((sum, [, { maxSize }]) => sum + maxSize, SURROUNDINGS);
  if (Number(request.headers['content-length'] ?? 0) <= max) return;
  const [only] = files;
  if (!only || files.length > 1) throw refuse('BODY_TOO_LARGE');
  const message = `The file is larger than ${megabytes(only[1].maxSize)}.`;
  throw refuseField(only[0], message, 'FILE_TOO_LARGE');
}

/** Aborts an upload that stalls. The whole body has the server's own timeout. */
function watchSilence(request: FastifyRequest): () => void {
  const { socket } = request.raw;
  const before = socket.timeout ?? 0;
  const late = () => socket.destroy();
  socket.setTimeout(SILENCE, late);
  return () => socket.setTimeout(before).off('timeout', late);
}

/**
 * Reads the rest of the body after a refusal and discards it, within limits. Browsers read the
 * response only after they have sent everything, and closing a connection with unread bytes can
 * lose the response (RFC 9112, 9.6).
 */
export function discardRest({ raw: request }: FastifyRequest): void {
  const { socket } = request;
  const end = () => socket.destroy();
  const timer = setTimeout(end, REST_TIME);
  let left = REST_MAX;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

/** Reads the text of a JSON part. Refuses BODY_TOO_LARGE as soon as it is above its limit. */
async function readJson({ file }: MultipartFile): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > JSON_MAX) throw refuse('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Receives a multipart body into the temporary folder. The type of a file is detected from its
 * content. Refuses with FILE_… error codes, with the part as the field; an incomplete body is
 * BODY_BROKEN.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  rules: MultipartRules,
  temporary: string,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw refuse('BODY_TYPE_UNKNOWN');
  checkLength(request, rules);
  const folder = await mkdtemp(path.join(temporary, 'upload-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const body = { json: '', files: {} as Record<string, UploadedFile> };
  const watched = watchSilence(request);
  try {
    // One byte more than the largest part allows, so that our own check refuses it with its error
    // code.
    const fileSize =
      Math.max(JSON_MAX, ...Object.values(rules.files).map((rule) => rule.maxSize)) + 1;
    const counts = { files: 8, fields: 8, parts: 16, headerPairs: 20 };
    const limits = { ...counts, fileSize };
    // A JSON part may be sent as text or as a file (a Blob). It is read as a file, piece by piece.
    const isPartAFile = (name?: string, type?: string, file?: string) =>
      name === rules.part || type === 'application/octet-stream' || file !== undefined;
    const received = new Set<string>();
    for await (const part of request.parts({ limits, isPartAFile })) {
      const { fieldname: name } = part;
      const rule = Object.hasOwn(rules.files, name) ? rules.files[name] : undefined;
      if (part.type !== 'file' || (name !== rules.part && !rule))
        throw refuseField(name.slice(0, 60), 'This part is not known.');
      if (received.has(name)) throw refuseField(name, 'Send this part once.');
      received.add(name);
      if (rule) body.files[name] = await receive(part, rule, path.join(folder, name));
      else body.json = await readJson(part);
    }
    requireParts(rules, body);
    return { ...body, json: body.json || '{}', dispose };
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    watched();
  }
}
