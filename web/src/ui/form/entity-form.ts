import { useForm } from '@mantine/form';
import type { Endpoint, OutputOf } from '@tegeka/contract/kit/endpoint.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callWith } from '#platform/call/call.ts';
import { newKey } from '#platform/call/call-headers.ts';
import type { DraftHandle } from '#platform/session/use-draft.ts';
import { type CallOutcome, outcomeOf } from '#platform/call/call-failed.ts';
import { type EditOf, fetchLatest, type Newer, typedOf, type Versioned } from './edited-entity.ts';
import {
  bodyOf,
  differing,
  errorsOf,
  filesOf,
  type FormDraft,
  type FormValues,
  isShown,
  type Origin,
  refusedFields,
  valuesOf,
} from './form-values.ts';
import type { ErrorCode } from '@tegeka/contract/kit/errors.ts';
import type { Fields } from '@tegeka/contract/kit/fields.ts';
import type * as z from 'zod/mini';

type RefusedCall = Extract<CallOutcome<unknown>, { kind: 'refused' }>;

/** Holds the values of a form and what they started from. Every change is stored in the draft. */
function useTypedForm<E extends Endpoint>(task: FormTask<E>, draft: DraftHandle<FormDraft>) {
  const { fields, endpoint, edit, start: before = edit && typedOf(edit) } = task;
  const [start] = useState(() => {
    const kept = draft.found;
    const typed = kept && differing(fields, kept.values, kept.base).length > 0;
    const first = typed ? kept : freshDraft(fields, before);
    return task.chosen ? { ...first, values: { ...first.values, ...task.chosen } } : first;
  });
  const [origin, setOrigin] = useState<Origin>(start);
  const [found, setFound] = useState(start.key === draft.found?.key);
  // A changed form is another request: it gets another idempotency key.
  const key = useRef(start.key);
  const keep = (values: FormValues, { base, version }: Origin) => {
    key.current = newKey();
    draft.keep({ values, base, version, key: key.current });
  };
  const bodyWith = (values: FormValues, { version }: Origin) => {
    const body = bodyOf(fields, values);
    // A PUT sends the version that was edited (optimistic locking).
    const named = endpoint.method === 'PUT' && version !== null && { version };
    return { ...(task.toBody?.(body) ?? body), ...named };
  };
  const form = useForm<FormValues>({
    mode: 'controlled',
    initialValues: start.values,
    validate: (values) =>
      endpoint.body.kind === 'none'
        ? {}
        : errorsOf(fields, endpoint.body.shape, bodyWith(values, origin), values),
    onValuesChange: (values) => keep(values, origin),
  });
  const keepChosen = useEffectEvent(() => {
    if (task.chosen) keep(start.values, start);
  });
  useEffect(() => keepChosen(), []);
  const restart = (fresh: FormDraft) => {
    form.setValues(fresh.values);
    setOrigin(fresh);
    key.current = fresh.key;
    setFound(false);
    draft.keep(null);
  };
  const rebase = (values: FormValues, from: Origin) => {
    form.setValues(values);
    setOrigin(from);
    keep(values, from);
  };
  const call = (values: FormValues, from: Origin) =>
    callWith(endpoint, {
      params: task.params,
      body: bodyWith(values, from),
      files: filesOf(fields, values),
      idempotencyKey: key.current,
    });
  return { form, start, origin, found, restart, rebase, call };
}

/** The entity as somebody else saved it while it was edited; null where nobody did. */
function useNewer<T>(
  edit: EditOf<T> | undefined,
  from: number | null,
  onFailure: (message: string) => void,
) {
  const entity = edit?.entity;
  const older = entity && from !== null && from < entity.version;
  const [newer, setNewer] = useState<Newer<T & object & Versioned> | null>(
    older ? { entity, by: null, at: null } : null,
  );
  // The draft does not say who saved the newer version: fetch it.
  const addLatest = useEffectEvent(() => {
    if (!edit || !older) return;
    void outcomeOf(fetchLatest(edit)).then((latest) =>
      latest.kind === 'saved' ? setNewer(latest.value) : onFailure(latest.message),
    );
  });
  useEffect(() => addLatest(), []);
  return [newer, setNewer] as const;
}

/** The state of a form until it is saved: validation, sending, conflicts and the draft. */
export function useEntityForm<E extends Endpoint>(
  task: FormTask<E>,
  draft: DraftHandle<FormDraft>,
) {
  type Saved = OutputOf<E>;
  const { fields, edit } = task;
  const typed = useTypedForm(task, draft);
  const { form, origin } = typed;
  const [failure, setFailure] = useState<string | null>(null);
  const [newer, setNewer] = useNewer<Saved>(edit, typed.start.version, setFailure);

  const startOver = () => {
    const latest = edit && typedOf(edit, newer?.entity);
    typed.restart(freshDraft(fields, latest ?? task.start));
    setFailure(null);
    setNewer(null);
  };
  const saved = (value: Saved) => {
    draft.keep(null);
    task.onSaved(value);
  };
  const onConflict = async (stale: EditOf<Saved>, values: FormValues) => {
    const latest = await outcomeOf(fetchLatest(stale));
    if (latest.kind !== 'saved')
      return setFailure(`Somebody else changed this ${stale.what}. ${latest.message}`);
    const now = latest.value;
    // Equal values: an earlier attempt has saved them, and its answer was lost.
    if (differing(fields, valuesOf(fields, typedOf(stale, now.entity)), values).length === 0)
      return saved(now.entity);
    setNewer(now);
  };
  const refused = (outcome: RefusedCall) => {
    const found = Object.entries(task.fieldOfError ?? {}).find(([code]) => code === outcome.code);
    const errors = {
      ...refusedFields(fields, outcome.fields),
      ...(found && { [found[1]]: outcome.message }),
    };
    setNewer(null);
    form.setErrors(errors);
    // A visible field shows its own error.
    const shown = Object.keys(errors).some((key) => isShown(task, key, form.values));
    if (!shown) setFailure(Object.values(errors)[0] ?? outcome.message);
  };
  const send = async (values: FormValues, from: Origin = origin) => {
    setFailure(null);
    if (from.version !== null && differing(fields, from.base, values).length === 0) {
      draft.keep(null);
      return task.onUnchanged();
    }
    const outcome = await outcomeOf(typed.call(values, from));
    if (outcome.kind === 'saved') return saved(outcome.value);
    if (outcome.kind === 'failed') return setFailure(outcome.message);
    return edit && outcome.code === edit.changedCode ? onConflict(edit, values) : refused(outcome);
  };
  /** Sends the values that were chosen field by field, with the newer version. */
  const settle = async (values: FormValues) => {
    if (!newer || !edit) return;
    const base = valuesOf(fields, typedOf(edit, newer.entity));
    const from = { base, version: newer.entity.version };
    typed.rebase(values, from);
    await send(values, from);
  };
  const versions = newer &&
    edit && {
      base: origin.base,
      mine: form.values,
      theirs: valuesOf(fields, typedOf(edit, newer.entity)),
    };
  return { form, found: typed.found, failure, newer, versions, send, settle, startOver };
}

type ParamsOf<E extends Endpoint> =
  E extends Endpoint<infer P> ? ([P] extends [never] ? undefined : z.input<P>) : never;

/** What a form writes: the fields of a catalogue to an endpoint. */
export interface FormTask<E extends Endpoint> {
  fields: Fields;
  endpoint: E;
  params: ParamsOf<E>;
  /** Converts the fields to the endpoint's body, if the two have different shapes. */
  toBody?: (values: Record<string, unknown>) => Record<string, unknown>;
  /** True for fields that are shown with the present values. Default: all fields. */
  shows?: (key: string, values: FormValues) => boolean;
  /** The field at which an error code of the endpoint is shown. */
  fieldOfError?: Partial<Record<ErrorCode, string>>;
  /**
   * The initial values: defaults of a new entity or, with its version, an existing entity if the
   * endpoint returns something else.
   */
  start?: Record<string, unknown> & Partial<Versioned>;
  /** Values that were chosen elsewhere while the form waited: they replace those of its draft. */
  chosen?: FormValues;
  /** Absent where something new is made. */
  edit?: EditOf<OutputOf<E>>;
  onSaved: (saved: OutputOf<E>) => void;
  /** Nothing was changed, so nothing was sent. */
  onUnchanged: () => void;
}

const freshDraft = (fields: Fields, entity?: Partial<Versioned>): FormDraft => ({
  values: valuesOf(fields, entity),
  base: valuesOf(fields, entity),
  version: entity?.version ?? null,
  key: newKey(),
});
