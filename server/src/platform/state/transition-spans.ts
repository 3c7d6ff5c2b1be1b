import { type RawBuilder, sql } from 'kysely';
import type { PlatformTx } from '#platform/database/database.ts';

/** A span of the business clock: after `since`, up to and with `until`. */
export interface Span {
  since: Date;
  until: Date;
}

/** States of an entity that are reported. A partial index has the same condition. */
export interface ReportedStates {
  entity: string;
  states: readonly string[];
}

const within = ({ since, until }: Span) => sql`at > ${since} and at <= ${until}`;
const into = ({ entity, states }: ReportedStates) =>
  sql`(entity = ${entity} and to_state = any(${states}::text[]))`;

/** Ids of the organizations with an entity that entered one of these states within a span. */
export async function readReportedOrganizations(
  tx: PlatformTx,
  reported: readonly ReportedStates[],
  span: Span,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from transitions
    where ${within(span)} and (${sql.join(reported.map(into), sql` or `)})
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * A subquery for entities of some organizations that entered one of these states within a span, with
 * `organization_id`, `entity_id`, `revision` and `from_state`.
 */
export function transitionsWithin(
  reported: ReportedStates,
  span: Span,
  organizationIds: readonly string[],
): RawBuilder<unknown> {
  return sql`(select organization_id, entity_id, revision, from_state from transitions
    where ${within(span)} and ${into(reported)} and organization_id = any(${organizationIds}::uuid[]))`;
}
