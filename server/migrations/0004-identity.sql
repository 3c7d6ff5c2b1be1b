-- People and the organizations they act for, and all that the identity provider remembers.
create table organizations (
  id uuid primary key,
  domain text not null check (domain in ('OPERATOR', 'ACH', 'BANK', 'MERCHANT', 'CONSUMER')),
  name text not null check (name <> ''),
  created_at timestamptz not null,
  unique (id, domain)
);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy organizations_tenant on organizations to tegeka_tenant
  using (id = current_organization())
  with check (id = current_organization());
create policy organizations_platform on organizations to tegeka_platform
  using (true) with check (true);
grant select on organizations to tegeka_tenant;
grant select, insert, update on organizations to tegeka_platform;

create table accounts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  domain text not null,
  -- Lower case; the one name a person signs in with.
  email text not null check (email = lower(email)),
  -- +256 and nine digits.
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  first_name text not null,
  last_name text not null,
  -- argon2id in PHC notation, with its parameters.
  password_hash text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  state text not null default 'ENABLED' check (state in ('ENABLED', 'DISABLED')),
  revision integer not null default 1,
  disabled_at timestamptz,
  -- Wrong codes of password resets: in all, and in the day that began with the first of them.
  wrong_codes integer not null default 0,
  wrong_codes_today integer not null default 0,
  wrong_codes_since timestamptz,
  check ((state = 'DISABLED') = (disabled_at is not null)),
  constraint accounts_email_once unique (email),
  constraint accounts_phone_once unique (phone),
  -- An account can not be of another domain than its organization.
  foreign key (organization_id, domain) references organizations (id, domain)
);
insert into transition_entities (entity, tenant_reads, tenant_states) values ('account', false, '{}');
create index accounts_disabled on accounts ((id::text)) where state = 'DISABLED';
create index accounts_by_organization on accounts (organization_id);
alter table accounts enable row level security;
alter table accounts force row level security;
create policy accounts_tenant on accounts to tegeka_tenant
  using (organization_id = current_organization())
  with check (organization_id = current_organization());
create policy accounts_platform on accounts to tegeka_platform using (true) with check (true);
-- A tenant's transaction never reads a password hash.
grant select (id, organization_id, domain, email, phone, first_name, last_name,
  permissions, created_at, state, disabled_at) on accounts to tegeka_tenant;
grant select, insert, update on accounts to tegeka_platform;

-- Sessions, grants, codes and tokens of the OpenID provider. Identifiers that would let their
-- holder in (cookies, codes, refresh tokens) are stored as SHA-256 only.
create table provider_state (
  kind text not null,
  id_hash text not null,
  payload jsonb not null,
  account_id uuid,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (kind, id_hash)
);
create index provider_state_by_grant on provider_state (grant_id) where grant_id is not null;
create index provider_state_by_uid on provider_state (uid) where uid is not null;
create index provider_state_by_account on provider_state (account_id) where account_id is not null;
create index provider_state_by_expiry on provider_state (expires_at);
grant select, insert, update, delete on provider_state to tegeka_platform;

-- Asked before each change, also in a tenant's transaction, which does not read the provider's state.
create function is_session_live(account text, session text, at timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from provider_state where kind = 'Session' and uid = session
      and account_id::text = account and expires_at > at)
  $$;
revoke execute on function is_session_live from public;
grant execute on function is_session_live to tegeka_tenant, tegeka_platform;

-- The provider's signing keys; the private part is encrypted with the instance's secret.
create table provider_keys (
  kid text primary key,
  encrypted_jwk text not null,
  created_at timestamptz not null
);
grant select, insert, update (encrypted_jwk) on provider_keys to tegeka_platform;

-- Links that set a new password, sent by email. Spent by deleting the row.
create table reset_links (
  -- Keyed hash: the token itself is in the link only.
  token_hash text primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null
);
create index reset_links_by_account on reset_links (account_id);
grant select, insert, delete on reset_links to tegeka_platform;

-- A browser proved that it can read what is sent to an identifier. Spent by deleting the row.
create table verifications (
  id uuid primary key,
  identifier_mac text not null,
  token_type text not null,
  verified_at timestamptz not null
);
create index verifications_by_age on verifications (verified_at);
grant select, insert, delete on verifications to tegeka_platform;

-- Failed sign-ins by account, known browser and address, each with its growing delay.
create table sign_in_guards (
  key_mac text primary key,
  failures integer not null,
  open_at timestamptz not null,
  failed_at timestamptz not null
);
create index sign_in_guards_by_age on sign_in_guards (failed_at);
grant select, insert, update, delete on sign_in_guards to tegeka_platform;
