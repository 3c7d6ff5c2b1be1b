import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/database/database.ts';

/** `/healthz` (liveness): the process answers. `/readyz` (readiness): the database answers too. */
export function mountHealth(server: FastifyInstance, db: Database): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    try {
      await db.asPlatform('readiness', (tx) => sql`select 1`.execute(tx));
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 5).send({ status: 'database away' });
    }
  });
}
