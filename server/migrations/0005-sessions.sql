-- The browsers that people are signed in with, for their owners to see and to end.

-- One row for each session of the embedded provider, by the provider's own name for it (uid). The
-- session itself, which lets its holder in, is in provider_state; a row without one there is of no use.
create table sessions (
  id uuid primary key,
  uid text not null unique,
  account_id uuid not null references accounts,
  -- What the browser says it is, in words; the whole of what it sends is not kept.
  device text not null check (length(device) <= 80),
  kind text not null check (kind in ('PHONE', 'TABLET', 'COMPUTER', 'OTHER')),
  -- The network's part of an address: a /24 (IPv4) or a /48 (IPv6).
  network text check (length(network) <= 40),
  signed_in_at timestamptz not null,
  last_active_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_activity on sessions (last_active_at);
grant select, insert, update, delete on sessions to tegeka_platform;

-- When somebody last signed in: a first sign-in is no domain_events to its owner, later ones may be.
alter table accounts add column signed_in_at timestamptz;
