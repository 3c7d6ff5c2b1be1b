-- What merchants collect for, with the terms that a mandate takes over.
create table products (
  id uuid not null,
  organization_id uuid not null references merchants (organization_id),
  name text not null check (name <> ''),
  code text collate "C" not null check (code <> ''),
  category_id uuid not null references payment_categories,
  amount_kind text not null check (amount_kind in ('FIXED', 'VARIABLE')),
  amount bigint check (amount > 0),
  -- As in contract/src/mandates/schedule.ts.
  schedule jsonb not null,
  notice_days integer not null check (notice_days between 1 and 30),
  retries integer not null check (retries between 0 and 3),
  state text not null check (state in ('ACTIVE', 'DISABLED')),
  revision integer not null check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  primary key (organization_id, id),
  constraint products_code_once unique (organization_id, code)
);
create index products_by_name on products (organization_id, name_key, id) include (state);
select create_tenant_policies('products', 'select, insert, update');
select attach_counts('products', 'state');
select attach_search('products', array['from_each_word(name)', 'code']);

insert into transition_entities (entity, tenant_reads, tenant_states)
values ('product', true, '{ACTIVE,DISABLED}');
