-- Reference data of money: currencies, payment categories, price plans, and rates with a date.

create table currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  number text not null check (number ~ '^[0-9]{3}$'),
  name text not null,
  -- Digits after the decimal point: 0 for the shilling.
  minor_digits integer not null check (minor_digits between 0 and 4),
  state text not null check (state in ('ENABLED', 'DISABLED'))
);
grant select on currencies to tegeka_tenant;
grant select, insert, update on currencies to tegeka_platform;
insert into currencies (code, number, name, minor_digits, state)
values ('UGX', '800', 'Ugandan shilling', 0, 'ENABLED');

create table payment_categories (
  id uuid primary key,
  name text not null unique check (name <> ''),
  -- Codes of ISO 20022 on the wire: how banks process it (ExternalCategoryPurpose1Code), and what the payer
  -- pays for (ExternalPurpose1Code), where there is a code for that.
  category_purpose text not null check (category_purpose ~ '^[A-Z]{4}$'),
  purpose text check (purpose ~ '^[A-Z]{4}$'),
  state text not null check (state in ('ENABLED', 'DISABLED'))
);
grant select on payment_categories to tegeka_tenant;
grant select, insert, update on payment_categories to tegeka_platform;
insert into payment_categories (id, name, category_purpose, purpose, state) values
  ('0193b000-0000-7000-8000-00000000c001', 'School fees', 'OTHR', 'EDUC', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c002', 'Insurance premium', 'OTHR', 'INSU', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c003', 'Loan repayment', 'LOAN', 'LOAR', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c004', 'Rent', 'OTHR', 'RENT', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c005', 'Savings', 'OTHR', 'SAVG', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c006', 'Subscription', 'OTHR', 'SUBS', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c007', 'Utility bill', 'OTHR', 'UBIL', 'ENABLED'),
  ('0193b000-0000-7000-8000-00000000c008', 'Other', 'OTHR', null, 'ENABLED');

-- What the platform earns with a debit. A plan is never changed: a change is a new plan.
create table price_plans (
  id uuid primary key,
  -- The merchant it is for; null for all that have none of their own.
  organization_id uuid references organizations,
  starts_on date not null,
  -- Hundredths of a per cent of the amount.
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed bigint not null check (fixed >= 0),
  minimum bigint not null check (minimum >= 0),
  maximum bigint check (maximum >= minimum),
  currency text not null references currencies,
  -- True where charge and duty are given back if a debit is returned.
  gives_back boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index price_plans_once on price_plans (organization_id, starts_on) nulls not distinct;
-- For the list of operators.
create index price_plans_by_day on price_plans (starts_on, id);
alter table price_plans enable row level security;
alter table price_plans force row level security;
create policy price_plans_tenant on price_plans for select to tegeka_tenant
  using (organization_id is null or organization_id = current_organization());
create policy price_plans_platform on price_plans to tegeka_platform using (true) with check (true);
grant select on price_plans to tegeka_tenant;
grant select, insert on price_plans to tegeka_platform;
set local role tegeka_platform;
insert into price_plans (id, starts_on, basis_points, fixed, minimum, maximum, currency)
values ('0193b000-0000-7000-8000-00000000d001', '2018-01-01', 100, 0, 500, 10000, 'UGX');
reset role;
insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000017', 'Price plan looked at by a second operator',
  'PRICE_PLAN', 'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000017', 1, 'Second look', 1);

-- Rates and limits that the law or the scheme sets, each from a day on:
-- excise duty in basis points of the charge, the largest debit in the currency's smallest unit; days
-- that money is kept for returns before it is paid out, what a merchant is paid on a day before an
-- operator releases more, hours in which the bank answers a payout, days after its first collection day on
-- which a failed debit can be tried again manually, and debits in a row that a payer refuses before the mandate
-- is paused (0 for never); the most that operators book as a fee that the bank has kept of one credit.
create table dated_rates (
  name text not null check (name in
    ('EXCISE_DUTY', 'DEBIT_CAP', 'RETURN_HOLD_DAYS', 'PAYOUT_RELEASE_LIMIT',
    'PAYOUT_ANSWER_HOURS', 'RETRY_WINDOW_DAYS', 'REFUSALS_BEFORE_PAUSE', 'BANK_FEE_MAX',
    'DISPUTE_ANSWER_DAYS')),
  starts_on date not null,
  value bigint not null check (value >= 0),
  primary key (name, starts_on)
);
grant select on dated_rates to tegeka_tenant;
grant select, insert on dated_rates to tegeka_platform;
insert into dated_rates (name, starts_on, value) values
  ('EXCISE_DUTY', '2014-07-01', 1000),
  ('EXCISE_DUTY', '2018-07-01', 1500),
  ('DEBIT_CAP', '2018-01-01', 10000000),
  ('RETURN_HOLD_DAYS', '2018-01-01', 2),
  ('PAYOUT_RELEASE_LIMIT', '2018-01-01', 50000000),
  ('PAYOUT_ANSWER_HOURS', '2018-01-01', 48),
  ('RETRY_WINDOW_DAYS', '2018-01-01', 30),
  ('DISPUTE_ANSWER_DAYS', '2018-01-01', 5),
  ('REFUSALS_BEFORE_PAUSE', '2018-01-01', 2),
  ('BANK_FEE_MAX', '2018-01-01', 10000);
