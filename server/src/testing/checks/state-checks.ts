/** Tables with a state, and the entity name of their state machine. */
const STATEFUL: Readonly<Record<string, string>> = {
  approval_requests: 'approval-request',
  clearing_exceptions: 'exception',
  clearing_files: 'clearing-file',
  debits: 'transaction',
  disputes: 'dispute',
  imports: 'fileImport',
  bulk_consent_requests: 'bulk-consent-request',
  mandates: 'mandate',
  merchant_changes: 'merchant-change',
  merchants: 'merchant',
  payouts: 'payout',
  products: 'product',
};

const current = Object.entries(STATEFUL)
  .map(([table, entity]) => `select '${entity}' as entity, id, state, revision from ${table}`)
  .join(' union all ');
const entities = Object.values(STATEFUL)
  .map((entity) => `'${entity}'`)
  .join(', ');

/** Invariants of states: each statement returns the rows that violate it. */
export const STATE_INVARIANTS: Readonly<Record<string, string>> = {
  'a state is not that of the last transition': `
    with last as (
      select distinct on (entity, entity_id) entity, entity_id as id, to_state, revision
      from transitions order by entity, entity_id, revision desc)
    select now.*, last.to_state, last.revision as of_last
    from (${current}) now left join last using (entity, id)
    where (last.to_state, last.revision) is distinct from (now.state, now.revision)`,
  'a transition does not begin where the one before has ended': `
    select * from (
      select entity, entity_id, revision, from_state, lag(to_state) over steps as before,
        row_number() over steps as number
      from transitions where entity in (${entities})
      window steps as (partition by entity, entity_id order by revision)) step
    where revision <> number or from_state is distinct from before`,
};
