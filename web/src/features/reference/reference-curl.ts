import type { Operation } from '#features/reference/reference-document.ts';

/** Ids of the reader's own entities for the examples, by parameter name. */
export type OwnIds = Readonly<Record<string, string | undefined>>;

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function addressOf({ path, parameters }: Operation, server: string, own: OwnIds): string {
  const valueOf = (name: string) =>
    own[name] ?? textOf(parameters.find((one) => one.name === name)?.example ?? name);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(name)),
  );
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(valueOf(name))}`);
  return `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function headersOf({ security, parameters }: Operation): string[] {
  const has = (name: string) => parameters.find((one) => one.name === name);
  const key = has('Idempotency-Key');
  return [
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(has('X-XSRF-TOKEN')
      ? ['-H "Cookie: XSRF-TOKEN=any-text"', '-H "X-XSRF-TOKEN: any-text"']
      : []),
    ...(key ? [`-H "Idempotency-Key: ${textOf(key.example)}"`] : []),
  ];
}

/** An example of a body or answer as formatted JSON. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function formOf(schema: unknown, example: unknown): string[] {
  const given = typeof schema === 'object' && schema !== null && 'properties' in schema;
  const names = given ? Object.keys(Object(schema.properties)) : [];
  const parts = new Map(Object.entries(Object(example)));
  return names.map((name) =>
    parts.has(name)
      ? `-F ${quoted(`${name}=${JSON.stringify(parts.get(name))};type=application/json`)}`
      : `-F ${quoted(`${name}=@${name}`)}`,
  );
}

function bodyOf({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !media) return [];
  if (type === 'multipart/form-data') return formOf(media.schema, media.example);
  return ['-H "Content-Type: application/json"', `-d ${quoted(jsonText(media.example))}`];
}

/** The operation as a curl command. The token is in $TOKEN. */
export function curlOf(operation: Operation, server: string, own: OwnIds): string {
  const { method } = operation;
  const first = `curl ${method === 'GET' ? '' : `-X ${method} `}"${addressOf(operation, server, own)}"`;
  const file = Object.keys(operation.responses['200']?.content ?? {});
  const saves = file.length > 0 && !file.includes('application/json') ? ['-OJ'] : [];
  return [first, ...headersOf(operation), ...bodyOf(operation), ...saves].join(' \\\n  ');
}
