-- Changes of banks, which a second operator checks first.
insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, created_at)
values ('0193b002-0000-7000-8000-000000000003', 'Check by another operator', 'BANK_CHANGE',
  'OPERATOR', 14, true, now());
insert into approval_steps (policy_id, number, name, approvals_needed)
values ('0193b002-0000-7000-8000-000000000003', 1, 'Check', 1);
