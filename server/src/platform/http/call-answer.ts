import type { Endpoint } from '@tegeka/contract/kit/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '#platform/app-context.ts';
import type { Clock } from '#platform/clock-and-ids.ts';
import type { HeavyCalls } from '#platform/limits/heavy-calls.ts';
import type { FileAnswer, WrittenAnswer } from './serve.ts';

/** With ANSWER_CHECKS=sampled, one answer in so many is checked against its shape. */
const SAMPLE = 100;
let answers = 0;

/** Media types that a browser may display inside a page of ours. All others are downloaded. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'application/pdf']);

/**
 * Checks an answer against the shape of its endpoint: every answer, or a sample (ANSWER_CHECKS).
 */
export function checkedAnswer(ctx: AppContext, endpoint: Endpoint, answer: unknown): unknown {
  if (endpoint.output.kind !== 'json') return answer;
  answers += 1;
  const sampled = ctx.config.answerChecks === 'sampled';
  if (sampled && answers % SAMPLE !== 0) return answer;
  const parsed = endpoint.output.shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
  if (!sampled)
    throw new Error(`${endpoint.name} answers against its shape at ${paths.join(', ')}`);
  ctx.log.error({ endpoint: endpoint.name, paths }, 'answer does not fit its shape');
  return answer;
}

async function answerFile(
  heavy: HeavyCalls,
  reply: FastifyReply,
  file: FileAnswer | WrittenAnswer,
) {
  const written = 'write' in file;
  const stream = written ? await heavy.read(file) : file.stream;
  const shown = SHOWN.has(file.mediaType);
  const way = shown && (written || file.way === 'inline') ? 'inline' : 'attachment';
  if (!written) void reply.header('content-length', file.size);
  return reply
    .status(200)
    .type(shown || written ? file.mediaType : 'application/octet-stream')
    .header('content-disposition', `${way}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(stream);
}

/** Sends a handler's answer, after checking it against its endpoint. */
export async function answerCall(
  { ctx, heavy }: { ctx: AppContext; heavy: HeavyCalls },
  endpoint: Endpoint,
  reply: FastifyReply,
  answer: unknown,
) {
  void reply.header('cache-control', 'no-store');
  if (endpoint.output.kind === 'none') return reply.status(204).send();
  if (endpoint.output.kind === 'file') {
    // The endpoint answers a file, so its handler returns one (checked by the types of serve.ts).
    return answerFile(heavy, reply, answer as FileAnswer | WrittenAnswer);
  }
  return reply.status(endpoint.output.status).send(checkedAnswer(ctx, endpoint, answer));
}

/**
 * Caches the text of an answer in this process for the given seconds. When it has expired, one
 * call refreshes it for all that wait. Failures are not cached.
 */
export function cacheAnswer(clock: Clock, seconds: number) {
  let cached: { text: string; until: number } | null = null;
  let asking: Promise<string> | null = null;
  return (ask: () => Promise<string>): Promise<string> => {
    const now = clock.now().getTime();
    if (cached && now < cached.until) return Promise.resolve(cached.text);
    asking ??= ask()
      .then((text) => {
        cached = { text, until: now + seconds * 1000 };
        return text;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}
