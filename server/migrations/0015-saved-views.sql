-- Filters of a list that a person has named.
create table saved_views (
  organization_id uuid not null,
  -- As the identity provider names the person.
  user_id text not null,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null,
  primary key (organization_id, user_id, list, name)
);
select create_tenant_policies('saved_views', 'select, insert, update, delete');
