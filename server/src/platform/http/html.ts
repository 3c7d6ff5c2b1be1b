/** Text that is escaped HTML already. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | string | null | readonly Html[];

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  return 'html' in part ? part.html : part.map(write).join('');
}

/** Template tag for HTML. Every inserted text is escaped; null inserts nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: String.raw({ raw: texts }, ...parts.map(write)) };
}
