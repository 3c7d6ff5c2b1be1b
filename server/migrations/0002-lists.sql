-- What every list needs: how many rows are in each state, and the words that things are found by
-- (docs/decisions/0015). Triggers write both tables with the owner's rights; nobody else does.

-- Stands where a thing belongs to no organization.
create function no_organization() returns uuid
  language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

-- Changes of the number of rows in a state. They are only added, one a statement and state, so that no
-- transaction waits for another one; a job folds them. The sum is exact in every transaction.
create table state_counts (
  organization_id uuid not null,
  -- The table that is counted.
  entity text not null,
  state text not null,
  id bigint generated always as identity,
  delta integer not null,
  primary key (organization_id, entity, state, id) include (delta)
);
-- For lists across organizations.
create index state_counts_of_all on state_counts (entity, state) include (delta);
alter table state_counts enable row level security;
alter table state_counts force row level security;
create policy state_counts_owner on state_counts to current_user using (true) with check (true);
create policy state_counts_tenant on state_counts for select to tegeka_tenant
  using (organization_id = current_organization());
create policy state_counts_platform on state_counts to tegeka_platform using (true) with check (true);
grant select on state_counts to tegeka_tenant;
grant select, insert, delete on state_counts to tegeka_platform;

create function count_states() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  columns text := format('select %s as organization_id, %I as state', tg_argv[1], tg_argv[0]);
begin
  execute format(
    'insert into state_counts (organization_id, entity, state, delta)
    select organization_id, %L, state, sum(delta) from (%s) changed
    group by organization_id, state having sum(delta) <> 0',
    tg_argv[2],
    concat_ws(' union all ',
      case when tg_op <> 'INSERT' then columns || ', -1 as delta from old_rows' end,
      case when tg_op <> 'DELETE' then columns || ', 1 as delta from new_rows' end));
  return null;
end $$;

-- Runs a trigger function once a statement on a table, for inserts, updates and deletes. The names of
-- the triggers begin with the prefix.
create function attach_statement_trigger(of_table text, prefix text, work text,
  variadic arguments text[])
  returns void language plpgsql as $$
declare
  argument_list text := (select string_agg(quote_literal(argument), ', ') from unnest(arguments) argument);
begin
  execute format('create trigger %1$I after insert on %2$I referencing new table as new_rows
    for each statement execute function %3$I(%4$s)',
    prefix || '_insert', of_table, work, argument_list);
  execute format('create trigger %1$I after update on %2$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function %3$I(%4$s)',
    prefix || '_update', of_table, work, argument_list);
  execute format('create trigger %1$I after delete on %2$I referencing old table as old_rows
    for each statement execute function %3$I(%4$s)',
    prefix || '_delete', of_table, work, argument_list);
end $$;

-- Counts the rows of a table by state from now on. The organization is an expression over its columns.
-- A table that is counted by two of them has an entity of its own for the second one.
create function attach_counts(of_table text, state text,
  organization text default 'organization_id', entity text default null)
  returns void language sql
  as $$
    select attach_statement_trigger(of_table, coalesce(entity, of_table) || '_count_states',
      'count_states', state, organization, coalesce(entity, of_table))
  $$;

-- What things are found by the beginning of, in small letters: words and short phrases. Ranges of text in the collation "C" are
-- leakproof, so they are looked up in the index below a row policy; LIKE and full text are not.
create table search_words (
  organization_id uuid not null,
  -- The table of the thing.
  entity text not null,
  entity_id uuid not null,
  word text collate "C" not null,
  primary key (organization_id, entity, word, entity_id)
);
-- All words of one thing. Its id is unique everywhere, so this serves lists across organizations too.
create index search_words_of_one on search_words (entity_id, word);
alter table search_words enable row level security;
alter table search_words force row level security;
create policy search_words_owner on search_words to current_user using (true) with check (true);
create policy search_words_tenant on search_words for select to tegeka_tenant
  using (organization_id = current_organization());
create policy search_words_platform on search_words to tegeka_platform using (true) with check (true);
grant select on search_words to tegeka_tenant, tegeka_platform;

-- The number at the end without its leading zeros, as #42: so 42 finds MEMBER-0042.
create function trailing_number(reference text) returns text
  language sql immutable parallel safe
  return '#' || substring(reference from '(?:^0+|[^0-9]0*)([1-9][0-9]*)$');

-- A text from each of its words on, a line each: 'Nile Traders' is found by 'nile tr' and by 'trad'.
create function from_each_word(phrase text) returns text
  language sql immutable parallel safe
  return (
    with words as (select string_to_array(phrase, ' ') as list)
    select string_agg(array_to_string(list[n:], ' '), E'\n') from words, generate_subscripts(list, 1) n
  );

create function keep_search_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  words text := format(
    'select distinct %s as organization_id, %L as entity, id as entity_id,
      left(word, 100) collate "C" as word
    from %%s, unnest(string_to_array(lower(concat_ws(E''\n'', %s) collate "pg_c_utf8"), E''\n'')) word
    where word <> ''''', tg_argv[0], tg_table_name, tg_argv[1]);
  was text := format(words, 'old_rows');
  is_now text := format(words, 'new_rows');
  -- In the order of the index: a large insert then touches each of its pages once.
  sorted text := ' order by organization_id, entity, word, entity_id';
begin
  if tg_op = 'INSERT' then
    execute format('insert into search_words (organization_id, entity, entity_id, word) %s %s',
      is_now, sorted);
  elsif tg_op = 'DELETE' then
    delete from search_words s using old_rows o where s.entity_id = o.id;
  else
    execute format('delete from search_words s using (%s except %s) gone
      where s.organization_id = gone.organization_id and s.entity = gone.entity
        and s.word = gone.word and s.entity_id = gone.entity_id', was, is_now);
    execute format('insert into search_words (organization_id, entity, entity_id, word)
      %s except %s %s', is_now, was, sorted);
  end if;
  return null;
end $$;

-- Keeps what a table's rows are found by from now on: the texts of expressions over the columns, a
-- line of a text each. Where operators search across organizations there is an index without one.
create function attach_search(of_table text, texts text[],
  organization text default 'organization_id', across_organizations boolean default false)
  returns void language plpgsql as $$
begin
  perform attach_statement_trigger(of_table, of_table || '_keep_search_words', 'keep_search_words', organization,
    (select string_agg(format('(%s)::text collate "C"', part), ', ') from unnest(texts) part));
  if across_organizations then
    execute format('create index %I on search_words (word, entity_id) where entity = %L',
      'search_words_of_all_' || of_table, of_table);
  end if;
end $$;
