/** Milliseconds for which a browser may still read a file that was handed out. */
const KEPT_MS = 60_000;

/** Hands a file to the person: the browser puts it where it puts downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
