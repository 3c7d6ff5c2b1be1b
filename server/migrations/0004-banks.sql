-- The banks of Uganda: reference data, maintained by migrations and by the operator.
create table banks (
  id uuid primary key,
  name text not null check (name <> ''),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  tier smallint not null check (tier in (1, 2)),
  -- Days in Kampala, both included; null where the bank has no known beginning or no end.
  active_from date,
  active_to date,
  offers_current_accounts boolean not null,
  takes_direct_debits boolean not null,
  -- The bank's own organization, once its staff work on the platform.
  organization_id uuid,
  organization_domain text generated always as ('BANK') stored,
  -- No foreign key: a table that all tenants refer to does not itself refer to a tenant's table.
  logo_file_id uuid,
  constraint banks_name_once unique (name),
  constraint banks_bic_once unique (bic),
  constraint banks_organization_once unique (organization_id),
  check (active_from <= active_to),
  foreign key (organization_id, organization_domain) references organizations (id, domain)
);
-- Everybody may know which banks there are; only the platform changes them.
alter table banks enable row level security;
alter table banks force row level security;
create policy banks_tenant on banks for select to tegeka_tenant using (true);
create policy banks_platform on banks to tegeka_platform using (true) with check (true);
grant select on banks to tegeka_tenant;
grant select, insert, update on banks to tegeka_platform;

insert into banks (id, name, bic, tier, offers_current_accounts, takes_direct_debits) values
  ('0193b001-0000-7000-8000-000000000001', 'Absa Bank Uganda', 'BARCUGKX', 1, true, true),
  ('0193b001-0000-7000-8000-000000000002', 'Bank of Africa Uganda', 'AFRIUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000003', 'Bank of Baroda Uganda', 'BARBUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000004', 'Cairo Bank Uganda', 'CAIEUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000005', 'Centenary Bank', 'CERBUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000006', 'Citibank Uganda', 'CITIUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000007', 'dfcu Bank', 'DFCUUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000008', 'Diamond Trust Bank Uganda', 'DTKEUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000009', 'Ecobank Uganda', 'ECOCUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000010', 'Equity Bank Uganda', 'EQBLUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000011', 'I&M Bank Uganda', 'ORINUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000012', 'Stanbic Bank Uganda', 'SBICUGKX', 1, true, true),
  ('0193b001-0000-7000-8000-000000000013', 'Standard Chartered Bank Uganda', 'SCBLUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000014', 'Tropical Bank', 'TROAUGKA', 1, true, true),
  ('0193b001-0000-7000-8000-000000000015', 'United Bank for Africa Uganda', 'UNAFUGKA', 1, true, true),
  -- Tier II since 1 July 2024: they open no new current accounts, on which the clearing of direct
  -- debits rests. They are known here but not offered until one is confirmed to take part.
  ('0193b001-0000-7000-8000-000000000016', 'ABC Capital Bank', null, 2, false, false),
  ('0193b001-0000-7000-8000-000000000017', 'Guaranty Trust Bank Uganda', null, 2, false, false),
  ('0193b001-0000-7000-8000-000000000018', 'Opportunity Bank Uganda', null, 2, false, false);
