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
  -- By the business clock; the newest time. The payer opens it, or an officer of the bank for them.
  opened_at timestamptz not null,
  opened_by text not null check (opened_by in ('PAYER', 'BANK')),
  -- The last day on which the business can answer, in Kampala.
  answer_until date not null,
  -- What the business says, with the ids of its documents.
  answer text check (length(answer) between 1 and 1000),
  answer_files uuid[] not null default '{}' check (cardinality(answer_files) <= 3),
  answered_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, id) references debits (organization_id, id),
  check ((state = 'REFUSED') = (refusal is not null)),
  check ((answer is null) = (answered_at is null))
);
create index disputes_by_id on disputes (id);
create index disputes_by_state on disputes (state, opened_at);
-- For the list of debits, which stands above disputes: all of them where no state is given.
create function disputed_debits(of_state text) returns table (organization_id uuid, id uuid)
  language sql stable as $$
    select organization_id, id from disputes where of_state is null or state = of_state
  $$;
-- A table, since PostgreSQL inlines no scalar function that reads one.
create function dispute_of(of_organization uuid, of_debit uuid) returns table (state text)
  language sql stable as $$
    select state from disputes where organization_id = of_organization and id = of_debit
  $$;
-- The payer opens it and their bank decides: only the platform's role writes.
select create_tenant_policies('disputes', 'select');
grant insert, update on disputes to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states) values ('dispute', true, '{}');
