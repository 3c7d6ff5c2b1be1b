-- Who owns which stored file; the bytes lie on a disk under the row's id.
create table files (
  id uuid primary key,
  organization_id uuid not null references organizations,
  kind text not null,
  name text not null,
  media_type text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  created_at timestamptz not null
);
create index files_by_organization on files (organization_id, created_at);
alter table files enable row level security;
alter table files force row level security;
create policy files_tenant on files to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy files_platform on files to tegeka_platform using (true) with check (true);
grant select, insert on files to tegeka_tenant, tegeka_platform;
