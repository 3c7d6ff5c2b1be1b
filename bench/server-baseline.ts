import { fastify } from 'fastify';

// One bare Fastify route for each JSON body: the upper limit on this machine.
process.once('message', (bodies: Record<string, unknown>) => {
  const server = fastify();
  for (const [path, body] of Object.entries(bodies)) server.get(path, async () => body);
  void server.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.(address));
});
process.once('disconnect', () => process.exit());
