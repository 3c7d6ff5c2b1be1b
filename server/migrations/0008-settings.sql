-- Settings of the platform that apps may read: no secrets here.
create table settings (
  name text primary key,
  value text not null,
  updated_at timestamptz not null
);
alter table settings enable row level security;
alter table settings force row level security;
create policy settings_tenant on settings for select to tegeka_tenant using (true);
create policy settings_platform on settings to tegeka_platform using (true) with check (true);
grant select on settings to tegeka_tenant;
grant select, insert, update, delete on settings to tegeka_platform;
