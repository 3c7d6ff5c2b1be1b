-- The banks of Uganda: reference data, which operators maintain.
create table banks (
  id uuid primary key,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DISABLED')),
  revision integer not null default 1 check (revision > 0),
  name text not null check (name <> ''),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  tier text not null check (tier in ('TIER_1', 'TIER_2')),
  -- Days in Kampala, both included; null where the bank has no known beginning or no end.
  active_from date,
  active_to date,
  offers_current_accounts boolean not null,
  takes_direct_debits boolean not null,
  -- Who decides on the mandates of its payers, and after how many days of the business clock one
  -- expires that no message has answered.
  confirms_by text not null default 'OFFICERS' check (confirms_by in ('OFFICERS', 'MESSAGES')),
  answer_days integer not null default 5 check (answer_days between 1 and 30),
  -- The bank's own organization, once its staff work on the platform.
  organization_id uuid,
  organization_domain text generated always as ('BANK') stored,
  -- No foreign key: a table that all tenants refer to does not itself refer to a tenant's table.
  logo_file_id uuid,
  constraint banks_name_once unique (name),
  constraint banks_bic_once unique (bic),
  constraint banks_organization_once unique (organization_id),
  check (active_from <= active_to),
  check (bic is not null or (confirms_by = 'OFFICERS' and not takes_direct_debits)),
  foreign key (organization_id, organization_domain) references organizations (id, domain)
);
create index banks_by_name on banks (lower(name), id);
select attach_counts('banks', 'state', 'no_organization()');
select attach_search('banks', array['from_each_word(name)', 'bic'], 'no_organization()', true);
-- Only the platform's role changes the state of a bank.
insert into transition_entities (entity, tenant_reads, tenant_states) values ('bank', false, '{}');
-- Everybody may see the logo of a bank, and its people show it.
create policy files_bank_logo on files for select to tegeka_tenant
  using (exists (select from banks b where b.logo_file_id = files.id));
-- Everybody may know which banks there are; only the platform changes them.
alter table banks enable row level security;
alter table banks force row level security;
create policy banks_tenant on banks for select to tegeka_tenant using (true);
create policy banks_platform on banks to tegeka_platform using (true) with check (true);
grant select on banks to tegeka_tenant;
grant select, insert, update on banks to tegeka_platform;

insert into banks (id, name, bic, tier, offers_current_accounts, takes_direct_debits) values
  ('0193b001-0000-7000-8000-000000000001', 'Absa Bank Uganda', 'BARCUGKX', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000002', 'Bank of Africa Uganda', 'AFRIUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000003', 'Bank of Baroda Uganda', 'BARBUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000004', 'Cairo Bank Uganda', 'CAIEUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000005', 'Centenary Bank', 'CERBUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000006', 'Citibank Uganda', 'CITIUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000007', 'dfcu Bank', 'DFCUUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000008', 'Diamond Trust Bank Uganda', 'DTKEUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000009', 'Ecobank Uganda', 'ECOCUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000010', 'Equity Bank Uganda', 'EQBLUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000011', 'I&M Bank Uganda', 'ORINUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000012', 'Stanbic Bank Uganda', 'SBICUGKX', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000013', 'Standard Chartered Bank Uganda', 'SCBLUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000014', 'Tropical Bank', 'TROAUGKA', 'TIER_1', true, true),
  ('0193b001-0000-7000-8000-000000000015', 'United Bank for Africa Uganda', 'UNAFUGKA', 'TIER_1', true, true),
  -- Tier II since 1 July 2024: they open no new current accounts, on which the clearing of direct
  -- debits rests. They are known here but not offered until one is confirmed to take part.
  ('0193b001-0000-7000-8000-000000000016', 'ABC Capital Bank', null, 'TIER_2', false, false),
  ('0193b001-0000-7000-8000-000000000017', 'Guaranty Trust Bank Uganda', null, 'TIER_2', false, false),
  ('0193b001-0000-7000-8000-000000000018', 'Opportunity Bank Uganda', null, 'TIER_2', false, false);
