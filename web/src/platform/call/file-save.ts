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

/** Opens a file that is being fetched in a tab of its own; a browser that opens none saves it. */
export async function openFile(fetching: Promise<Blob>, name: string): Promise<void> {
  // At once: later the browser no longer takes it for the answer to a press.
  const tab = window.open('', '_blank');
  try {
    const file = await fetching;
    if (!tab) return saveFile(file, name);
    const url = URL.createObjectURL(file);
    tab.opener = null;
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** A size as people read it: `820 bytes`, `35 KB`, `2.4 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')} MB`;
}
