-- Who owns which stored file; the bytes are on a disk under the row's id.
create table files (
  id uuid not null,
  organization_id uuid not null references organizations,
  kind text not null,
  name text not null,
  media_type text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  -- What the bytes are encrypted with, a key for each file, encrypted with a key of the instance.
  encrypted_key text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index files_by_organization on files (organization_id, created_at);
-- Those who check a file, and the platform, find it by its id alone.
create index files_by_id on files (id);
select create_tenant_policies('files');
grant update (encrypted_key) on files to tegeka_platform;
