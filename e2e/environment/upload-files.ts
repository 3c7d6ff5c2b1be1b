/** The columns as the template has them. */
export const HEADER = [
  'First Name',
  'Middle Name',
  'Last Name',
  'Phone Number',
  'Email',
  'Customer Reference Number',
];

/** A file as Playwright passes it to the browser. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Valid rows of customers; their references begin with `word`. */
export function goodRows(word: string, count: number): string[][] {
  return Array.from({ length: count }, (_, at) => {
    const digits = String(at + 1).padStart(6, '0');
    return ['Grace', '', 'Okello', `0772${digits}`, `${word}${digits}@customer.example`].concat(
      `${word}-${digits}`,
    );
  });
}

/** A CSV file as Excel writes it for much of the world: semicolons, and Windows-1252. */
export function windowsCsv(name: string, rows: readonly (readonly string[])[]): UploadFile {
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const text = rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
}
