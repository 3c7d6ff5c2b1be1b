-- Customers of merchants.

-- Where customers came from who were not typed in: a file, with who sent it.
create table customer_sources (
  id uuid not null,
  organization_id uuid not null references merchants (organization_id),
  file_name text not null,
  actor_id text not null,
  actor_name text not null,
  at timestamptz not null,
  primary key (organization_id, id)
);
alter table customer_sources enable row level security;
alter table customer_sources force row level security;
create policy customer_sources_tenant on customer_sources to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_sources_platform on customer_sources to tegeka_platform
  using (true) with check (true);
grant select, insert on customer_sources to tegeka_tenant, tegeka_platform;

create table customers (
  -- A UUID version 7: the order of ids is that of creation.
  id uuid not null,
  organization_id uuid not null references merchants (organization_id),
  first_name text not null check (first_name <> ''),
  middle_name text check (middle_name <> ''),
  last_name text not null check (last_name <> ''),
  phone text check (phone ~ '^\+256[0-9]{9}$'),
  email text check (email <> ''),
  -- The order of bytes: every server sorts the same, and quickly.
  reference text collate "C" not null check (reference <> ''),
  state text not null check (state in ('ACTIVE', 'DISABLED')),
  -- Rises by one with every change: the API calls it `version` (optimistic locking).
  revision integer not null check (revision > 0),
  -- Null for customers who were typed in.
  source_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Last name first, for the order of names.
  name_key text collate "C" not null generated always as
    (lower(last_name || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  -- The order of references is that of people: a, B, c.
  reference_key text collate "C" not null generated always as (lower(reference)) stored,
  primary key (organization_id, id),
  constraint customers_reference_once unique (organization_id, reference),
  foreign key (organization_id, source_id) references customer_sources,
  check (phone is not null or email is not null)
);
-- One index an order of the list. They hold the state too: rows that are skipped are not fetched.
create index customers_by_name on customers (organization_id, name_key, id) include (state);
create index customers_by_reference on customers (organization_id, reference_key, id) include (state);
-- Few customers are disabled: their lists are short indexes of their own.
create index customers_disabled on customers (organization_id, id) where state = 'DISABLED';
create index customers_disabled_by_name on customers (organization_id, name_key, id)
  where state = 'DISABLED';
create index customers_disabled_by_reference on customers (organization_id, reference_key, id)
  where state = 'DISABLED';
-- A payer is found by their phone, across merchants.
create index customers_by_phone on customers (phone) where phone is not null;
alter table customers enable row level security;
alter table customers force row level security;
create policy customers_read on customers for select to tegeka_tenant
  using (organization_id = current_organization());
create policy customers_add on customers for insert to tegeka_tenant
  with check (organization_id = current_organization());
create policy customers_change on customers for update to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customers_platform on customers to tegeka_platform using (true) with check (true);
grant select, insert, update (first_name, middle_name, last_name, phone, email, reference, state,
  revision, updated_at) on customers to tegeka_tenant, tegeka_platform;
select attach_counts('customers', 'state');
select attach_search('customers', array[
  -- Names in the orders in which people say them.
  $$first_name || ' ' || last_name$$,
  $$first_name || ' ' || middle_name || ' ' || last_name$$,
  $$middle_name || ' ' || last_name$$,
  $$last_name || ' ' || first_name || coalesce(' ' || middle_name, '')$$,
  'phone',
  'email',
  'reference',
  'trailing_number(reference)'
]);

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('customer', true, '{ACTIVE,DISABLED}');
