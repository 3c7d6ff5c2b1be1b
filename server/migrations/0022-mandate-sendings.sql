-- Payers of many mandates asked in one go: the work is a task of the kind 'mandate-sending'.
create table mandate_sendings (
  organization_id uuid not null references merchants (organization_id),
  id uuid not null,
  state text not null check (state in ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  revision integer not null check (revision > 0),
  -- How many are meant.
  mandates integer not null check (mandates > 0),
  actor_id text not null,
  actor_name text not null,
  -- The next messages are sent then at the earliest.
  next_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id)
);
create unique index mandate_sendings_one_live on mandate_sendings (organization_id)
  where state = 'RUNNING';
select create_tenant_policies('mandate_sendings', 'select, insert, update');

-- The mandates that are meant, and what became of each; null until it is its turn.
create table mandate_sending_items (
  organization_id uuid not null,
  sending_id uuid not null,
  mandate_id uuid not null,
  outcome text check (outcome in
    ('SENT', 'NO_MOBILE', 'CUSTOMER_DISABLED', 'MANDATE_OVER', 'STATE_CHANGED', 'TOO_OFTEN')),
  primary key (organization_id, sending_id, mandate_id),
  foreign key (organization_id, sending_id) references mandate_sendings (organization_id, id),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id)
);
create index mandate_sending_items_left on mandate_sending_items
  (organization_id, sending_id, mandate_id) where outcome is null;
select create_tenant_policies('mandate_sending_items', 'select, insert, update');
-- Those that ended long ago are deleted.
grant delete on mandate_sendings, mandate_sending_items to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('mandate-sending', true, '{RUNNING,CANCELLED}');
