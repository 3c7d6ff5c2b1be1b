const marked = new WeakSet<object>();

export const markPersonal = (schema: object): void => void marked.add(schema);

export const isPersonal = (schema: object): boolean => marked.has(schema);
