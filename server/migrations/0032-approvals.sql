-- Approvals in fewer tables and columns.

-- The steps of a workflow stand in it, in their order: each needs so many different people.
alter table approval_policies add column steps jsonb;
update approval_policies p set steps = (
  select jsonb_agg(jsonb_build_object('name', s.name, 'approvalsNeeded', s.approvals_needed)
    order by s.number)
  from approval_steps s where s.policy_id = p.id);
alter table approval_policies alter column steps set not null;
alter table approval_policies add check (jsonb_array_length(steps) > 0
  and jsonb_array_length(steps) = jsonb_array_length(jsonb_path_query_array(
    steps, '$[*] ? (@.approvalsNeeded >= 1 && @.approvalsNeeded <= 20 && @.name != "")')));
drop table approval_steps;

-- The built-in workflows of banks: each of them checks by it until it has one of its own.
alter table approval_policies drop constraint approval_policies_check;
alter table approval_policies add check
  (case when is_default then organization_id is null
    else (checkers = 'BANK') = (organization_id is not null) end);
insert into approval_policies (id, name, action, checkers, expires_after_days, is_default, steps,
  created_at)
values
  ('0193b020-0000-7000-8000-000000000001', 'Check by one officer', 'MANDATE_CONFIRMATION', 'BANK',
    7, true, '[{"name": "Check", "approvalsNeeded": 1}]', now()),
  ('0193b020-0000-7000-8000-000000000002', 'Check by one officer', 'DEBIT_DISPUTE', 'BANK',
    7, true, '[{"name": "Check", "approvalsNeeded": 1}]', now());

-- A snapshot is encrypted as a whole, which no migration can do.
do $$ begin
  if exists (select from approval_requests) then
    raise exception 'The requests for approval of an earlier build can not be read: begin with an empty database';
  end if;
end $$;
alter table approval_requests alter column snapshot type text;
-- What it is named by is computed; the step follows from the number of approvals, and the rest is in transitions.
alter table approval_requests drop column snapshot_hash, drop column step, drop column settled_at;
alter table approval_decisions drop column step;

-- Of two that are asked for at the same moment the second finds the first pending.
alter table approval_requests drop constraint approval_requests_attempt_once;
create index approval_requests_of_entity on approval_requests
  (organization_id, action, entity_id, attempt);
