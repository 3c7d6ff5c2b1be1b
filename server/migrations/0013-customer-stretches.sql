-- Customers are counted twice, by hundreds and by ten thousands of ordinals, so that neither the counts
-- of a million customers nor the way to a page among them goes through a thousand rows
-- (docs/decisions/0015). A block was a thousand ordinals before.
truncate customer_blocks;

-- How many customers stand in each ten thousand of ordinals, by state.
create table customer_stretches (
  organization_id uuid not null references merchants (organization_id),
  -- The ordinal divided by 10000.
  stretch integer not null check (stretch >= 0),
  active integer not null check (active >= 0),
  disabled integer not null check (disabled >= 0),
  primary key (organization_id, stretch) include (active, disabled)
);
alter table customer_stretches enable row level security;
alter table customer_stretches force row level security;
create policy customer_stretches_tenant on customer_stretches to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy customer_stretches_platform on customer_stretches to tegeka_platform
  using (true) with check (true);
grant select, insert, update on customer_stretches to tegeka_tenant, tegeka_platform;

-- Once a statement and never once a row. Blocks come before stretches and each in one order, for
-- everybody, so that two statements can not wait for each other in a ring.
create or replace function count_added_customers() returns trigger language plpgsql as $$
begin
  insert into customer_blocks as b (organization_id, block, active, disabled)
  select organization_id, ordinal / 100, count(*) filter (where state = 'ACTIVE'),
    count(*) filter (where state = 'DISABLED')
  from added group by 1, 2
  order by 1, 2
  on conflict (organization_id, block) do update
    set active = b.active + excluded.active, disabled = b.disabled + excluded.disabled;
  insert into customer_stretches as s (organization_id, stretch, active, disabled)
  select organization_id, ordinal / 10000, count(*) filter (where state = 'ACTIVE'),
    count(*) filter (where state = 'DISABLED')
  from added group by 1, 2
  order by 1, 2
  on conflict (organization_id, stretch) do update
    set active = s.active + excluded.active, disabled = s.disabled + excluded.disabled;
  return null;
end $$;

create or replace function count_moved_customers() returns trigger language plpgsql as $$
begin
  if not exists (select from was join is_now using (id) where was.state <> is_now.state) then
    return null;
  end if;
  update customer_blocks b set active = b.active + d.active, disabled = b.disabled + d.disabled
  from (
    select was.organization_id, was.ordinal / 100 as block,
      sum((is_now.state = 'ACTIVE')::integer - (was.state = 'ACTIVE')::integer) as active,
      sum((is_now.state = 'DISABLED')::integer - (was.state = 'DISABLED')::integer) as disabled
    from was join is_now using (id) where was.state <> is_now.state group by 1, 2
  ) d
  where b.organization_id = d.organization_id and b.block = d.block;
  update customer_stretches s set active = s.active + d.active, disabled = s.disabled + d.disabled
  from (
    select was.organization_id, was.ordinal / 10000 as stretch,
      sum((is_now.state = 'ACTIVE')::integer - (was.state = 'ACTIVE')::integer) as active,
      sum((is_now.state = 'DISABLED')::integer - (was.state = 'DISABLED')::integer) as disabled
    from was join is_now using (id) where was.state <> is_now.state group by 1, 2
  ) d
  where s.organization_id = d.organization_id and s.stretch = d.stretch;
  return null;
end $$;

set local role tegeka_platform;
insert into customer_blocks (organization_id, block, active, disabled)
  select organization_id, ordinal / 100, count(*) filter (where state = 'ACTIVE'),
    count(*) filter (where state = 'DISABLED')
  from customers group by 1, 2;
insert into customer_stretches (organization_id, stretch, active, disabled)
  select organization_id, ordinal / 10000, count(*) filter (where state = 'ACTIVE'),
    count(*) filter (where state = 'DISABLED')
  from customers group by 1, 2;
reset role;
