-- What customers are found by: the beginnings of names, emails, phones and references, each an index
-- that begins with the merchant. Ranges of text are safe to look up below a row policy; LIKE and
-- trigrams are not (they may tell what a hidden row holds), and would go through every tenant's rows.
alter table customers
  alter column phone type text collate "C",
  alter column email type text collate "C",
  -- As people say a name.
  add column given_key text collate "C" not null generated always as
    (lower(first_name || ' ' || last_name)) stored,
  add column full_key text collate "C" generated always as
    (lower(first_name || ' ' || middle_name || ' ' || last_name)) stored,
  add column middle_key text collate "C" generated always as
    (lower(middle_name || ' ' || last_name)) stored,
  add column reference_key text collate "C" not null generated always as (lower(reference)) stored,
  -- The number at the end without its leading zeros: 42 finds MEMBER-0042.
  add column reference_number text collate "C" generated always as
    (substring(reference from '(?:^0+|[^0-9]0*)([1-9][0-9]*)$')) stored;
create index customers_by_given on customers (organization_id, given_key, ordinal);
create index customers_by_full on customers (organization_id, full_key, ordinal)
  where full_key is not null;
create index customers_by_middle on customers (organization_id, middle_key, ordinal)
  where middle_key is not null;
create index customers_by_reference on customers (organization_id, reference_key, ordinal);
create index customers_by_number on customers (organization_id, reference_number, ordinal)
  where reference_number is not null;
create index customers_by_email on customers (organization_id, email, ordinal)
  where email is not null;
create index customers_by_phone on customers (organization_id, phone, ordinal)
  where phone is not null;
-- The order of references is that of people: a, B, c.
drop index customers_disabled_by_reference;
create index customers_disabled_by_reference on customers (organization_id, reference_key, ordinal)
  where state = 'DISABLED';
