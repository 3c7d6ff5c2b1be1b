-- Disputes: debits that their payers do not accept, for the payer's bank to decide.
create table disputes (
  organization_id uuid not null references merchants (organization_id),
  -- That of the debit: there is one dispute of it, which can be opened again once it was refused.
  id uuid not null,
  state text not null check (state in ('OPEN', 'ACCEPTED', 'REFUSED', 'LAPSED')),
  revision integer not null default 1 check (revision > 0),
  -- What the payer says, and why the bank refuses.
  reason text not null check (length(reason) between 1 and 300),
  refusal text,
  -- By the business clock; the newest time.
  opened_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, id) references collections (organization_id, id),
  check ((state = 'REFUSED') = (refusal is not null))
);
create index disputes_by_id on disputes (id);
create index disputes_by_state on disputes (state, opened_at);
-- For the list of debits, which stands above disputes.
create function disputed_debits(of_state text) returns table (organization_id uuid, id uuid)
  language sql stable as $$
    select organization_id, id from disputes where state = of_state
  $$;
-- The payer opens it and their bank decides: only the platform's role writes.
select create_tenant_policies('disputes', 'select');
grant insert, update on disputes to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states) values ('dispute', true, '{}');
