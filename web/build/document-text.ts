/** A block of a legal text. */
export interface Block {
  kind: 'title' | 'section' | 'point' | 'paragraph';
  text: string;
}

function blockOf(part: string): Block[] {
  const text = part.replaceAll(/\s*\n\s*/g, ' ').trim();
  if (part.startsWith('# ')) return [{ kind: 'title', text: text.slice(2) }];
  if (part.startsWith('## ')) return [{ kind: 'section', text: text.slice(3) }];
  if (!part.startsWith('- ')) return text ? [{ kind: 'paragraph', text }] : [];
  return part.split(/\n(?=- )/).map((point) => ({
    kind: 'point',
    text: point
      .slice(2)
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim(),
  }));
}

/** Parses the Markdown subset of build/documents: a title, sections, paragraphs and list items. */
export function blocksOf(markdown: string): Block[] {
  return markdown.split(/\n{2,}/).flatMap((part) => blockOf(part.trim()));
}
