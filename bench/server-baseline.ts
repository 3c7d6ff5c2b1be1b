import { fastify } from 'fastify';

// A bare route for each JSON that arrives: what Fastify and this machine can do at the very most.
process.once('message', (bodies: Record<string, unknown>) => {
  const server = fastify();
  for (const [path, body] of Object.entries(bodies)) server.get(path, async () => body);
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
});
process.once('disconnect', () => process.exit());
