import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { RequestDetail, SnapshotField } from '@tegeka/contract/approvals.ts';
import type { DecisionDraft } from '#features/approvals/approval-decision.ts';
import { FieldFault } from '#ui/field-note.tsx';
import css from './approvals.module.css';

interface CorrectionsProps {
  request: RequestDetail;
  draft: DecisionDraft;
  faults: Record<string, string>;
  onChange: (draft: DecisionDraft) => void;
}

type TickProps = Omit<CorrectionsProps, 'request'> & { field: SnapshotField };

/** One field that can be sent back, with what is asked of it. */
function CorrectionTick({ field, draft, faults, onChange }: TickProps) {
  const asked = draft.corrections[field.key];
  const fault = faults[field.key];
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
          error={fault && <FieldFault>{fault}</FieldFault>}
          onChange={(event) => ask(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** The fields to tick, and a word to the business. */
export function ApprovalCorrections({ request, draft, faults, onChange }: CorrectionsProps) {
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
                faults={faults}
                onChange={onChange}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {faults['corrections'] && (
        <p role="alert">
          <FieldFault>{faults['corrections']}</FieldFault>
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
