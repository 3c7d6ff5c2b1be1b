-- Customers of merchants, and the numbers that make their lists quick (docs/decisions/0015).

-- People who register a business also keep its customers.
set local role tegeka_platform;
update accounts set permissions =
  permissions || array(select p from unnest(array['customers.read', 'customers.write']) p
    where p <> all (permissions))
  where domain = 'MERCHANT' and is_admin;
reset role;

-- The next ordinal of each merchant. The row is locked from a reservation to its commit, so that
-- customers who are added one by one become visible in the order of their ordinals.
create table customer_counters (
  organization_id uuid primary key references merchants (organization_id),
  next_ordinal integer not null check (next_ordinal > 0)
);
alter table customer_counters enable row level security;
alter table customer_counters force row level security;
create policy customer_counters_tenant on customer_counters to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_counters_platform on customer_counters to tegeka_platform
  using (true) with check (true);
grant select, insert, update (next_ordinal) on customer_counters to tegeka_tenant, tegeka_platform;

-- Where customers came from who were not typed in: a file, with who sent it.
create table customer_sources (
  id uuid primary key,
  organization_id uuid not null references merchants (organization_id),
  file_name text not null,
  actor_id text not null,
  actor_name text not null,
  at timestamptz not null
);
create index customer_sources_by_organization on customer_sources (organization_id);
alter table customer_sources enable row level security;
alter table customer_sources force row level security;
create policy customer_sources_tenant on customer_sources to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_sources_platform on customer_sources to tegeka_platform
  using (true) with check (true);
grant select, insert on customer_sources to tegeka_tenant, tegeka_platform;

create table customers (
  id uuid primary key,
  organization_id uuid not null references merchants (organization_id),
  -- Rises in the order of creation within the merchant, with gaps.
  ordinal integer not null check (ordinal > 0),
  first_name text not null check (first_name <> ''),
  middle_name text check (middle_name <> ''),
  last_name text not null check (last_name <> ''),
  phone text check (phone ~ '^\+256[0-9]{9}$'),
  email text check (email <> ''),
  -- The order of references is that of their bytes: every server sorts the same, and quickly.
  reference text collate "C" not null check (reference <> ''),
  state text not null check (state in ('ACTIVE', 'DISABLED')),
  version integer not null check (version > 0),
  -- Null for customers who were typed in.
  source_id uuid references customer_sources,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Last name first, for the order of names.
  name_key text collate "C" not null generated always as
    (lower(last_name || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  check (phone is not null or email is not null),
  constraint customers_reference_once unique (organization_id, reference),
  constraint customers_ordinal_once unique (organization_id, ordinal)
);
create index customers_by_name on customers (organization_id, name_key, ordinal);
-- Few customers are disabled: their lists are short indexes of their own.
create index customers_disabled on customers (organization_id, ordinal) where state = 'DISABLED';
create index customers_disabled_by_name on customers (organization_id, name_key, ordinal)
  where state = 'DISABLED';
create index customers_disabled_by_reference on customers (organization_id, reference)
  where state = 'DISABLED';
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
  version, updated_at) on customers to tegeka_tenant, tegeka_platform;

create table customer_transitions (
  customer_id uuid not null references customers,
  organization_id uuid not null,
  -- The customer's version after the move: of two moves made at once one finds it taken.
  version integer not null check (version > 1),
  from_state text not null,
  to_state text not null,
  actor_id text not null,
  reason text,
  at timestamptz not null,
  primary key (customer_id, version)
);
alter table customer_transitions enable row level security;
alter table customer_transitions force row level security;
create policy customer_transitions_read on customer_transitions for select to tegeka_tenant
  using (organization_id = current_organization());
create policy customer_transitions_write on customer_transitions for insert to tegeka_tenant
  with check (organization_id = current_organization()
    and exists (select from customers c
      where c.id = customer_id and c.organization_id = current_organization()));
create policy customer_transitions_platform on customer_transitions to tegeka_platform
  using (true) with check (true);
grant select, insert on customer_transitions to tegeka_tenant, tegeka_platform;

-- How many customers stand in each thousand of ordinals, by state. Counts of a merchant, and the
-- place of a page deep in the list, come from here and not from a million rows.
create table customer_blocks (
  organization_id uuid not null references merchants (organization_id),
  -- The ordinal divided by 1000.
  block integer not null check (block >= 0),
  active integer not null check (active >= 0),
  disabled integer not null check (disabled >= 0),
  primary key (organization_id, block) include (active, disabled)
);
alter table customer_blocks enable row level security;
alter table customer_blocks force row level security;
create policy customer_blocks_tenant on customer_blocks to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_blocks_platform on customer_blocks to tegeka_platform
  using (true) with check (true);
grant select, insert, update on customer_blocks to tegeka_tenant, tegeka_platform;

-- Once a statement and never once a row: a hundred thousand imported rows are a hundred counts.
create function count_added_customers() returns trigger language plpgsql as $$
begin
  insert into customer_blocks as b (organization_id, block, active, disabled)
  select organization_id, ordinal / 1000, count(*) filter (where state = 'ACTIVE'),
    count(*) filter (where state = 'DISABLED')
  from added group by 1, 2
  -- One order for everybody, so that two statements can not wait for each other in a ring.
  order by 1, 2
  on conflict (organization_id, block) do update
    set active = b.active + excluded.active, disabled = b.disabled + excluded.disabled;
  return null;
end $$;
create trigger customers_added after insert on customers
  referencing new table as added for each statement execute function count_added_customers();

create function count_moved_customers() returns trigger language plpgsql as $$
begin
  if not exists (select from was join is_now using (id) where was.state <> is_now.state) then
    return null;
  end if;
  update customer_blocks b set active = b.active + d.active, disabled = b.disabled + d.disabled
  from (
    select was.organization_id, was.ordinal / 1000 as block,
      sum((is_now.state = 'ACTIVE')::integer - (was.state = 'ACTIVE')::integer) as active,
      sum((is_now.state = 'DISABLED')::integer - (was.state = 'DISABLED')::integer) as disabled
    from was join is_now using (id) where was.state <> is_now.state group by 1, 2
  ) d
  where b.organization_id = d.organization_id and b.block = d.block;
  return null;
end $$;
create trigger customers_moved after update on customers
  referencing old table as was new table as is_now
  for each statement execute function count_moved_customers();
