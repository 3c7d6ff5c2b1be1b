-- Businesses: what they submitted, where they stand, and the account they are paid on.
create table merchants (
  id uuid primary key,
  organization_id uuid not null,
  organization_domain text not null generated always as ('MERCHANT') stored,
  state text not null check (state in
    ('PENDING_APPROVAL', 'ACTION_REQUIRED', 'ACTIVE', 'SUSPENDED', 'REJECTED')),
  -- The number of the last row in merchant_transitions.
  revision integer not null check (revision > 0),
  business_name text not null,
  registration_number text not null,
  tax_number text not null,
  industry text not null,
  -- The nine digits after +256.
  phone integer not null,
  country text not null,
  country_code text not null,
  region text not null,
  city text not null,
  street text not null,
  postal_code text not null,
  building_name text not null,
  logo_file_id uuid not null references files,
  certificate_file_id uuid not null references files,
  -- Who submitted last, and is written to.
  representative_id text not null,
  representative_email text not null,
  representative_phone integer not null,
  representative_first_name text not null,
  representative_last_name text not null,
  -- What the last review said, while it still stands.
  review jsonb,
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  constraint merchants_one_an_organization unique (organization_id),
  unique (id, organization_id),
  foreign key (organization_id, organization_domain) references organizations (id, domain)
);
alter table merchants enable row level security;
alter table merchants force row level security;
create policy merchants_read on merchants for select to tegeka_tenant
  using (organization_id = current_organization());
-- A business hands in, takes back and hands in again. Only the platform's role makes it active.
create policy merchants_submit on merchants for insert to tegeka_tenant
  with check (organization_id = current_organization() and state = 'PENDING_APPROVAL');
create policy merchants_correct on merchants for update to tegeka_tenant
  using (organization_id = current_organization()
    and state in ('PENDING_APPROVAL', 'ACTION_REQUIRED'))
  with check (organization_id = current_organization()
    and state in ('PENDING_APPROVAL', 'ACTION_REQUIRED'));
create policy merchants_platform on merchants to tegeka_platform using (true) with check (true);
grant select, insert on merchants to tegeka_tenant;
grant update (state, revision, business_name, registration_number, tax_number, industry, phone,
  country, country_code, region, city, street, postal_code, building_name, logo_file_id,
  certificate_file_id, representative_id, representative_email, representative_phone,
  representative_first_name, representative_last_name, review, submitted_at)
  on merchants to tegeka_tenant;
grant select, insert on merchants to tegeka_platform;
grant update (state, revision, review) on merchants to tegeka_platform;

create table merchant_bank_accounts (
  merchant_id uuid primary key,
  organization_id uuid not null,
  bank_id uuid not null references banks,
  account_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{9,18}$'),
  account_type text not null check (account_type in ('CURRENT', 'SAVINGS')),
  branch text not null,
  branch_code text not null,
  foreign key (merchant_id, organization_id) references merchants (id, organization_id)
);
alter table merchant_bank_accounts enable row level security;
alter table merchant_bank_accounts force row level security;
create policy merchant_bank_accounts_read on merchant_bank_accounts for select to tegeka_tenant
  using (organization_id = current_organization());
create policy merchant_bank_accounts_submit on merchant_bank_accounts for insert to tegeka_tenant
  with check (organization_id = current_organization());
-- Money goes to this account: it changes only while the business is not active.
create policy merchant_bank_accounts_correct on merchant_bank_accounts for update to tegeka_tenant
  using (organization_id = current_organization() and exists (select from merchants m
    where m.id = merchant_id and m.state in ('PENDING_APPROVAL', 'ACTION_REQUIRED')))
  with check (organization_id = current_organization());
create policy merchant_bank_accounts_platform on merchant_bank_accounts to tegeka_platform
  using (true) with check (true);
grant select, insert on merchant_bank_accounts to tegeka_tenant;
grant update (bank_id, account_name, account_number, account_type, branch, branch_code)
  on merchant_bank_accounts to tegeka_tenant;
grant select, insert on merchant_bank_accounts to tegeka_platform;

create table merchant_transitions (
  merchant_id uuid not null,
  -- 1, 2, 3 …: of two moves made at the same moment one finds its number taken.
  number integer not null check (number > 0),
  organization_id uuid not null,
  from_state text,
  to_state text not null,
  -- Null where the platform itself acted.
  actor_id text,
  reason text,
  at timestamptz not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, organization_id) references merchants (id, organization_id)
);
alter table merchant_transitions enable row level security;
alter table merchant_transitions force row level security;
create policy merchant_transitions_read on merchant_transitions for select to tegeka_tenant
  using (organization_id = current_organization());
create policy merchant_transitions_write on merchant_transitions for insert to tegeka_tenant
  with check (organization_id = current_organization()
    and to_state in ('PENDING_APPROVAL', 'ACTION_REQUIRED'));
create policy merchant_transitions_platform on merchant_transitions to tegeka_platform
  using (true) with check (true);
grant select, insert on merchant_transitions to tegeka_tenant, tegeka_platform;
