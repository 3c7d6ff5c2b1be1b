import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { RequestDetail, SnapshotField } from '@tegeka/contract/approvals.ts';
import type { DecisionDraft } from '#features/approvals/approval-decision.ts';
import { FieldError } from '#ui/form/field-note.tsx';
import css from './approvals.module.css';

interface CorrectionsProps {
  request: RequestDetail;
  draft: DecisionDraft;
  errors: Record<string, string>;
  onChange: (draft: DecisionDraft) => void;
}

type TickProps = Omit<CorrectionsProps, 'request'> & { field: SnapshotField };

/** One field that can be sent back, with what is asked of it. */
function CorrectionTick({ field, draft, errors, onChange }: TickProps) {
  const asked = draft.corrections[field.key];
  const error = errors[field.key];
  const ask = (comment: string) =>
    onChange({ ...draft, corrections: { ...draft.corrections, [field.key]: comment } });
  const untick = () => {
    const others = Object.entries(draft.corrections).filter(([key]) => key !== field.key);
    onChange({ ...draft, corrections: Object.fromEntries(others) });
  };
  return (
    <div>
      <Checkbox
        label={field.label}
        description={field.value}
        checked={asked !== undefined}
        onChange={(event) => (event.currentTarget.checked ? ask('') : untick())}
      />
      {asked !== undefined && (
        <TextInput
          mt={4}
          aria-label={`What is to be corrected in ${field.label}`}
          placeholder="What is to be corrected?"
          maxLength={300}
          value={asked}
          error={error && <FieldError>{error}</FieldError>}
          onChange={(event) => ask(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** The fields to tick, and a word to the business. */
export function ApprovalCorrections({ request, draft, errors, onChange }: CorrectionsProps) {
  const sections = [...Map.groupBy(request.fields, ({ section }) => section)];
  return (
    <>
      <p>The business is told by email, corrects these fields and submits again.</p>
      <div className={css.ticks}>
        {sections.map(([section, fields]) => (
          <fieldset key={section}>
            <legend>{section}</legend>
            {fields.map((field) => (
              <CorrectionTick
                key={field.key}
                field={field}
                draft={draft}
                errors={errors}
                onChange={onChange}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {errors['corrections'] && (
        <p role="alert">
          <FieldError>{errors['corrections']}</FieldError>
        </p>
      )}
      <Textarea
        label="Comment (optional)"
        maxLength={1000}
        value={draft.correctComment}
        onChange={(event) => onChange({ ...draft, correctComment: event.currentTarget.value })}
      />
    </>
  );
}
