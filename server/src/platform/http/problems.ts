import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode, Problem } from '@tegeka/contract/kit/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { $ZodIssue } from 'zod/v4/core';
import { isDatabaseAway, isDeadlock, isLockTimeout } from '#platform/database/database.ts';
import { toFieldErrors } from './input-messages.ts';
import { describeError, type Log } from '#platform/log.ts';
import { AppError, refuse, refuseField } from './refusal.ts';

/** Errors of Fastify and its plugins, by their status. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'BODY_BROKEN',
  404: 'NOT_FOUND',
  405: 'METHOD_UNKNOWN',
  406: 'BODY_TYPE_UNKNOWN',
  413: 'BODY_TOO_LARGE',
  414: 'NOT_FOUND',
  415: 'BODY_TYPE_UNKNOWN',
  503: 'SERVER_OFF',
};

/** Errors whose status says something else, or that have none. */
const BY_CODE: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'NOT_FOUND',
  ERR_STREAM_PREMATURE_CLOSE: 'BODY_BROKEN',
  ECONNRESET: 'BODY_BROKEN',
};

/** The AppError for any thrown error. A bug becomes UNEXPECTED. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isDatabaseAway(error) && !/aborted/.test(String(error))) return refuse('SERVER_OFF');
  if (isLockTimeout(error) || isDeadlock(error))
    return refuse('BUSY_ELSEWHERE', { retryAfterSeconds: 2 });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  const known = BY_CODE[code] ?? BY_STATUS[status];
  if (known) return refuse(known);
  if (
    error instanceof Error &&
    /Unexpected end of (form|multipart)|Part terminated early|Boundary not found/.test(
      error.message,
    )
  ) {
    return refuse('BODY_BROKEN');
  }
  return refuse('UNEXPECTED');
}

/** An AppError with the field errors of a shape, by their path in the request. */
export function refuseInput(issues: readonly $ZodIssue[]): AppError {
  return refuse('INPUT_INVALID', { fields: issues.flatMap(toFieldErrors).slice(0, 50) });
}

/** Path of a text that PostgreSQL cannot store: with NUL or a lone surrogate. */
function unstorableIn(value: unknown, at: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? at : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(part, [...at, key]);
    if (found) return found;
  }
  return null;
}

/** Refuses input that would cause a database error: PostgreSQL could not store it. */
export function refuseUnstorable(input: unknown): void {
  const path = unstorableIn(input);
  if (!path) return;
  const message = 'Remove the characters that can not be shown.';
  throw refuseField(path.join('.').slice(0, 120), message);
}

function problemOf({ code, status, message, detail }: AppError, requestId: string): Problem {
  const { fields, retryAfterSeconds } = detail;
  return {
    type: `urn:tegeka:error:${code}`,
    title: message,
    status,
    code,
    requestId,
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Sets the header Retry-After if an error says when to try again; 5 seconds while the server is off. */
export function setRetryAfter(reply: FastifyReply, { status, detail }: AppError): void {
  const seconds = detail.retryAfterSeconds ?? (status === 503 ? 5 : undefined);
  if (seconds !== undefined) void reply.header('retry-after', seconds);
}

/** Sends an error as problem details (RFC 9457). */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: AppError) {
  const { status } = refusal;
  const problem = problemOf(refusal, request.id);
  setRetryAfter(reply, refusal);
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** The AppError for any thrown error. Unexpected ones are logged with the request id. */
export function loggedError(log: Log, request: FastifyRequest, error: unknown): AppError {
  const refusal = appErrorOf(error);
  const entry = { requestId: request.id, ...describeError(error) };
  if (refusal.code === 'UNEXPECTED') log.error(entry, 'unexpected error');
  if (refusal.code === 'SERVER_OFF') log.warn(entry, 'database away');
  return refusal;
}

/** Answers any thrown error as problem details. */
export function answerError(
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
) {
  return sendProblem(request, reply, loggedError(log, request, error));
}

/** Answers a request that is not valid HTTP or has too large headers, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = problemOf(refuse(tooLarge ? 'BODY_TOO_LARGE' : 'BODY_BROKEN'), requestId);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
