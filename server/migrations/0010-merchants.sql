-- Businesses: what they submitted, where they stand, and the account they are paid on.
create table merchants (
  id uuid not null,
  organization_id uuid not null,
  organization_domain text not null generated always as ('MERCHANT') stored,
  state text not null check (state in
    ('PENDING_APPROVAL', 'ACTION_REQUIRED', 'ACTIVE', 'SUSPENDED', 'REJECTED')),
  -- The revision of the last row in transitions.
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
  logo_file_id uuid not null,
  certificate_file_id uuid not null,
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
  -- TGB and ten signs with a check digit: what the business names when it repays what it owes.
  repayment_reference text collate "C" not null check (repayment_reference ~ '^TGB[2-9A-HJ-NP-Z]{10}$'),
  -- How often contact data, and legal and bank data, have changed since it was active; 1 at first.
  contact_version integer not null default 1,
  details_version integer not null default 1,
  primary key (organization_id, id),
  constraint merchants_one_an_organization unique (organization_id),
  foreign key (organization_id, organization_domain) references organizations (id, domain),
  foreign key (organization_id, logo_file_id) references files (organization_id, id),
  foreign key (organization_id, certificate_file_id) references files (organization_id, id)
);
create index merchants_by_repayment on merchants (repayment_reference);
-- Operators and approvals find a business by its id alone.
create index merchants_by_id on merchants (id);
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
-- An active one changes how it is reached, and nothing that was reviewed: see the trigger below.
create policy merchants_contact on merchants for update to tegeka_tenant
  using (organization_id = current_organization() and state = 'ACTIVE')
  with check (organization_id = current_organization() and state = 'ACTIVE');
create policy merchants_platform on merchants to tegeka_platform using (true) with check (true);
grant select, insert on merchants to tegeka_tenant, tegeka_platform;
grant update (state, revision, business_name, registration_number, tax_number, industry, phone,
  country, country_code, region, city, street, postal_code, building_name, logo_file_id,
  certificate_file_id, representative_id, representative_email, representative_phone,
  representative_first_name, representative_last_name, review, submitted_at, contact_version)
  on merchants to tegeka_tenant;
grant update (state, revision, review, business_name, registration_number, tax_number, industry,
  country, country_code, region, city, street, postal_code, building_name, certificate_file_id,
  details_version) on merchants to tegeka_platform;

-- A policy knows rows and no columns. Policies add up, too: without this a business could make itself
-- active, or go back to correcting, by being before under the one policy and after under the other.
create function keep_reviewed_details() returns trigger language plpgsql as $$
begin
  if row(new.state, new.revision, new.business_name, new.registration_number, new.tax_number,
      new.industry, new.country, new.country_code, new.region, new.city, new.street, new.postal_code,
      new.building_name, new.certificate_file_id, new.representative_id, new.representative_email,
      new.representative_first_name, new.representative_last_name, new.review, new.submitted_at)
    is distinct from
    row(old.state, old.revision, old.business_name, old.registration_number, old.tax_number,
      old.industry, old.country, old.country_code, old.region, old.city, old.street, old.postal_code,
      old.building_name, old.certificate_file_id, old.representative_id, old.representative_email,
      old.representative_first_name, old.representative_last_name, old.review, old.submitted_at)
  then
    raise insufficient_privilege
      using message = 'permission denied: reviewed data of an active business change by request';
  end if;
  return new;
end
$$;
create trigger merchants_keep_reviewed before update on merchants for each row
  when ('ACTIVE' in (old.state, new.state) and current_user = 'tegeka_tenant')
  execute function keep_reviewed_details();

create table merchant_bank_accounts (
  organization_id uuid not null,
  merchant_id uuid not null,
  bank_id uuid not null references banks,
  account_name text not null,
  -- Encrypted (platform/security/encrypted-text.ts), with its last four digits beside it.
  encrypted_account_number text not null check (encrypted_account_number like 'v1.%'),
  account_last_four text not null check (account_last_four ~ '^[0-9]{4}$'),
  account_type text not null check (account_type in ('CURRENT', 'SAVINGS')),
  branch text not null,
  branch_code text not null,
  -- When an active business was given another account, by the business clock: payouts wait then.
  changed_at timestamptz,
  primary key (organization_id, merchant_id),
  foreign key (organization_id, merchant_id) references merchants (organization_id, id)
);
create index merchant_bank_accounts_by_merchant on merchant_bank_accounts (merchant_id);
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
grant select, insert,
  update (bank_id, account_name, encrypted_account_number, account_last_four, account_type, branch,
    branch_code)
  on merchant_bank_accounts to tegeka_tenant, tegeka_platform;
grant update (changed_at) on merchant_bank_accounts to tegeka_platform;

-- Only the platform's role writes that a business is active, suspended or rejected.
insert into transition_entities (entity, tenant_reads, tenant_states)
values ('merchant', true, '{PENDING_APPROVAL,ACTION_REQUIRED}');

-- The list of all merchants, for operators: one index an order, with the state for its tabs.
alter table merchants add column name_key text collate "C" not null
  generated always as (lower(business_name)) stored;
create index merchants_by_submission on merchants (submitted_at, id) include (state);
create index merchants_by_name on merchants (name_key, id) include (state);
create index merchant_bank_accounts_by_bank on merchant_bank_accounts (bank_id, merchant_id);
select attach_counts('merchants', 'state');
select attach_search('merchants', array[
  'from_each_word(business_name)',
  'registration_number',
  'tax_number',
  'representative_email'
], across_organizations => true);
