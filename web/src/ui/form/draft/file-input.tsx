import type { Field } from '@tegeka/contract/kit/fields.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFileUrl } from '#platform/call/file-url.ts';
import { errorOfFile } from '#ui/form/file-check.ts';
import { FileField } from '#ui/form/file-field.tsx';
import type { DraftFile } from './field-draft.ts';

interface FileInputProps {
  field: Field;
  file: DraftFile | null;
  error: string | undefined;
  /** Replaces the hint. */
  note?: ReactNode;
  /** The stored document, which stays unless it is replaced. */
  registered?: DraftFile | null | undefined;
  onChange: (file: DraftFile | null) => void;
  /** Called with each check of a chosen file, so that the form is not sent before it has ended. */
  onCheck: (check: Promise<void>) => void;
}

/** An object URL of a blob. Null without a blob. */
function useBlobUrl(blob: Blob | null): string | null {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

/** The input of a file, which is checked before it is accepted. Picture fields have a preview. */
export function FileInput(props: FileInputProps) {
  const { field, file, error, note, registered, onChange } = props;
  const choices = useRef(0);
  const [refused, setRefused] = useState<string | null>(null);
  const part = field.file ?? { required: false, maxSize: 0, accepts: [] };
  const isPicture = part.accepts.every((type) => type.startsWith('image/'));
  const chosenUrl = useBlobUrl(isPicture && file?.kind === 'chosen' ? file.file : null);
  const stored = useFileUrl(isPicture && file?.kind === 'stored' ? file.stored.url : null, true);
  const previewUrl = chosenUrl ?? (stored.kind === 'ready' ? stored.url : null);

  const choose = async (chosen: File) => {
    choices.current += 1;
    const choice = choices.current;
    const problem = await errorOfFile(chosen, part);
    // Another one was chosen, or this one removed, while it was checked.
    if (choice !== choices.current) return;
    // Rendered at once: a form that waits for this check looks for inputs with an error.
    flushSync(() => setRefused(problem && `${chosen.name}: ${problem}`));
    if (!problem) onChange({ kind: 'chosen', file: chosen });
  };
  const remove = () => {
    choices.current += 1;
    setRefused(null);
    onChange(registered ?? null);
  };
  const shown = file?.kind === 'chosen' ? file.file : file?.stored;
  const stays =
    registered?.kind === 'stored' &&
    file?.kind === 'stored' &&
    file.stored.id === registered.stored.id;
  return (
    <FileField
      label={field.inputLabel ?? field.label}
      note={note ?? field.hint}
      error={refused ?? error}
      part={part}
      file={shown ? { name: shown.name, size: shown.size, previewUrl } : null}
      onChoose={(chosen) => props.onCheck(choose(chosen))}
      // The way back to the stored file after another one was refused.
      removeLabel={stays ? `Keep ${file.stored.name}` : undefined}
      onRemove={stays && !refused ? undefined : remove}
    />
  );
}
