-- Payers of many mandates asked in one go: the work is a task of the kind 'bulk-consent-request'.
create table bulk_consent_requests (
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
create unique index bulk_consent_requests_one_live on bulk_consent_requests (organization_id)
  where state = 'RUNNING';
select create_tenant_policies('bulk_consent_requests', 'select, insert, update');

-- The mandates that are meant, and what became of each; null until it is its turn.
create table bulk_consent_request_items (
  organization_id uuid not null,
  bulk_request_id uuid not null,
  mandate_id uuid not null,
  outcome text check (outcome in
    ('SENT', 'NO_MOBILE', 'CUSTOMER_DISABLED', 'MANDATE_OVER', 'STATE_CHANGED', 'TOO_OFTEN')),
  primary key (organization_id, bulk_request_id, mandate_id),
  foreign key (organization_id, bulk_request_id) references bulk_consent_requests (organization_id, id),
  foreign key (organization_id, mandate_id) references mandates (organization_id, id)
);
create index bulk_consent_request_items_left on bulk_consent_request_items
  (organization_id, bulk_request_id, mandate_id) where outcome is null;
select create_tenant_policies('bulk_consent_request_items', 'select, insert, update');
-- Those that ended long ago are deleted.
grant delete on bulk_consent_requests, bulk_consent_request_items to tegeka_platform;

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('bulk-consent-request', true, '{RUNNING,CANCELLED}');
