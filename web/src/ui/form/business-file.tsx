import { useRef, useState } from 'react';
import { FILE_CONTROLS } from '#ui/form/business-controls.ts';
import type { DraftFile, FileField as Name } from '#ui/form/business-draft.ts';
import { noteOf } from '#ui/form/business-field.tsx';
import { FORM_LABELS } from '#ui/form/business-labels.ts';
import { useFileUrl } from '#platform/call/file-url.ts';
import { useBlobUrl } from '#ui/detail/blob-url.ts';
import { errorOfFile } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';

interface BusinessFileProps {
  field: Name;
  file: DraftFile | null;
  error: string | undefined;
  comment: string | undefined;
  /** True for one that stays unless another takes its place. */
  stays?: boolean;
  onChange: (file: DraftFile | null) => void;
  /** Told of each look into a chosen file, so that nobody goes on before it has ended. */
  onLook: (look: Promise<void>) => void;
}

/** A document of the registration: looked at before it is taken, shown if it is a picture. */
export function BusinessFile(props: BusinessFileProps) {
  const { field, file, error, comment, onChange } = props;
  const choices = useRef(0);
  const [refused, setRefused] = useState<string | null>(null);
  const { part, hint } = FILE_CONTROLS[field];
  const picture = field === 'logo';
  const chosenUrl = useBlobUrl(picture && file?.kind === 'chosen' ? file.file : null);
  const stored = useFileUrl(picture && file?.kind === 'stored' ? file.stored.url : null);
  const previewUrl = chosenUrl ?? (stored.kind === 'ready' ? stored.url : null);

  const choose = async (chosen: File) => {
    choices.current += 1;
    const choice = choices.current;
    const error = await errorOfFile(chosen, part);
    // Another one was chosen, or this one removed, while it was looked at.
    if (choice !== choices.current) return;
    setRefused(error && `${chosen.name}: ${error}`);
    if (!error) onChange({ kind: 'chosen', file: chosen });
  };
  const remove = () => {
    choices.current += 1;
    setRefused(null);
    onChange(null);
  };
  const shown = file?.kind === 'chosen' ? file.file : file?.stored;
  return (
    <FileField
      label={FORM_LABELS[field]}
      note={noteOf(comment, hint)}
      error={refused ?? error}
      part={part}
      file={shown ? { name: shown.name, size: shown.size, previewUrl } : null}
      onChoose={(chosen) => props.onLook(choose(chosen))}
      onRemove={props.stays ? undefined : remove}
    />
  );
}
