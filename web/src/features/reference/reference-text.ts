/** A part of a line: text or inline code. */
export interface Piece {
  kind: 'text' | 'code';
  text: string;
}

/** A block of Markdown. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'code'; text: string };

/** Splits a line at its backticks. */
function piecesOf(line: string): Piece[] {
  return line
    .split('`')
    .map((text, at): Piece => ({ kind: at % 2 === 1 ? 'code' : 'text', text }))
    .filter(({ text }) => text !== '');
}

function blockOf(text: string): Block {
  const code = /^```\w*\n([\s\S]*?)\n```$/.exec(text);
  if (code) return { kind: 'code', text: code[1] ?? '' };
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3) };
  return { kind: 'paragraph', pieces: piecesOf(text.replaceAll('\n', ' ')) };
}

/**
 * Parses the subset of Markdown that our document uses: second-level headings, paragraphs, inline
 * code, and fenced code blocks without empty lines. Anything else stays as it is.
 */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map(blockOf);
}
