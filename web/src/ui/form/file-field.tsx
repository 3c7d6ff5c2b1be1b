import { CloseButton, Input } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { FilePart } from '@tegeka/contract/kit/endpoint.ts';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { showSize } from '#platform/call/file-save.ts';
import { FieldError } from '#ui/form/text-field.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './form.module.css';

const ENDINGS: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg,.jpeg',
  'image/png': '.png',
  'application/xml': '.xml',
  'text/plain': '.txt',
  'text/csv': '.csv,.tsv,.txt,text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

interface FileFieldProps {
  label: string;
  note: ReactNode;
  error?: string | undefined;
  part: FilePart;
  /** The file that is chosen or stored. */
  file: { name: string; size: number; previewUrl: string | null } | null;
  /** True for a large field, if choosing the file is the purpose of the page. */
  roomy?: boolean;
  onChoose: (file: File) => void;
  /** Absent if the file can be replaced but not removed. */
  onRemove?: (() => void) | undefined;
  /** What the button for it is called. Default: such as 'Remove logo.png'. */
  removeLabel?: string | undefined;
}

/** Ignores files that are dropped beside the field: the browser would open them in this tab. */
function useDropsIgnored(): void {
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) document.addEventListener(name, ignore);
    return () => {
      for (const name of ['dragover', 'drop']) document.removeEventListener(name, ignore);
    };
  }, []);
}

interface ChosenProps extends Pick<FileFieldProps, 'file'> {
  id: string;
  roomy: boolean | undefined;
}

/** The file, and how another one is chosen; without one, how to choose it. */
function Chosen({ id, file, roomy }: ChosenProps) {
  const choose = (text: string) => (
    <label htmlFor={id} className={layout.link}>
      {text}
    </label>
  );
  if (!file)
    return (
      <>
        <IconFileUpload size={roomy ? 32 : 24} stroke={1.5} aria-hidden />
        <span aria-live="polite">Drop the file here or {choose('choose a file')}</span>
      </>
    );
  return (
    <>
      {file.previewUrl && (
        <img
          src={file.previewUrl}
          alt="Preview"
          width={48}
          height={48}
          className={layout.picture}
        />
      )}
      <span aria-live="polite">
        <strong>{file.name}</strong>
        <small className={`${layout.cut} ${layout.small}`}>{showSize(file.size)}</small>
      </span>
      {choose('Replace')}
    </>
  );
}

/** A file to be chosen or dropped, with its name, size and, for pictures, a preview. */
export function FileField(props: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { file, error } = props;
  useDropsIgnored();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) props.onChoose(dropped);
  };
  const remove = () => {
    props.onRemove?.();
    // The button with the focus is removed with the file.
    input.current?.focus();
  };
  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      size="md"
      description={error ? undefined : props.note}
      error={error && <FieldError>{error}</FieldError>}
    >
      <div
        className={`${layout.line} ${layout.panel} ${css.zone}`}
        data-over={over || undefined}
        data-roomy={props.roomy}
        data-filled={file ? true : undefined}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={props.part.accepts.map((type) => ENDINGS[type]).join(',')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-description`}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // Reset, so that the same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
            if (chosen) props.onChoose(chosen);
          }}
        />
        <Chosen id={id} file={file} roomy={props.roomy} />
        {file && props.onRemove && (
          <CloseButton aria-label={props.removeLabel ?? `Remove ${file.name}`} onClick={remove} />
        )}
      </div>
    </Input.Wrapper>
  );
}
