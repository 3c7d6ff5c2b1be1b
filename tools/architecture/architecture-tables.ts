import {
  type Architecture,
  bareCode,
  isCode,
  isTestFile,
  type Tree,
  type Violation,
} from './architecture-tree.ts';

const migration = /^server\/migrations\/\d+-([a-z-]+)\.sql$/;
const created = /^\s*create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?"?(\w+)/gim;

/** Methods of Kysely whose first argument names a table. */
const kysely =
  /(?:\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|from|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin)|\bsql\.table)(?:<[^()]*>)?\(\s*(\[[^\]]*\]|['"][^'"]*['"])/g;
const quoted = /['"](\w+)(?:\s+as\s+\w+)?['"]/gi;
/** SQL keywords that a table name follows. */
const inSql = /\b(?:from|join|into|update|copy|table|only|truncate|using)\s+"?(\w+)/gi;

/** Every table that is named in SQL outside the feature, or the part of the server, that owns it. */
export function tableViolations(architecture: Architecture, tree: Tree): Violation[] {
  const owners = new Map<string, string>();
  const violations: Violation[] = [];
  for (const [file, content] of tree) {
    const noun = migration.exec(file)?.[1];
    if (noun === undefined) continue;
    const tables = [...content.matchAll(created)].map(([, table]) => table ?? '');
    if (tables.length === 0) continue;
    const owner = ownerOf(architecture, noun);
    if (owner === undefined) {
      violations.push({ file, problem: `creates tables, but "${noun}" names no feature` });
    } else {
      for (const table of tables) owners.set(table, owner);
    }
  }
  return [...violations, ...foreignTables(owners, tree)];
}

/** `platform`, `identity` or a feature, after which the migration is named. */
function ownerOf(architecture: Architecture, noun: string): string | undefined {
  const names = ['platform', 'identity', ...architecture.features.map(({ name }) => name)];
  return architecture.migrations[noun] ?? names.find((name) => name === noun);
}

function foreignTables(owners: ReadonlyMap<string, string>, tree: Tree): Violation[] {
  return [...tree].flatMap(([file, content]) => {
    if (!file.startsWith('server/src/') || !isCode(file) || isTestFile(file)) return [];
    const own = /^server\/src\/(?:features\/)?([a-z-]+)/.exec(file)?.[1];
    return [...tablesNamed(content)].toSorted().flatMap((table) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === own) return [];
      return [{ file, problem: `names the table ${table} of ${owner} in SQL` }];
    });
  });
}

/** The words of a file at positions where SQL or Kysely expects a table. */
function tablesNamed(content: string): ReadonlySet<string> {
  const calls = [...bareCode(content, 'imports').matchAll(kysely)];
  const byKysely = calls.flatMap(([, tables]) => [...(tables ?? '').matchAll(quoted)]);
  const bySql = bareCode(content, 'templates').matchAll(inSql);
  return new Set([...byKysely, ...bySql].map(([, table]) => table ?? ''));
}
