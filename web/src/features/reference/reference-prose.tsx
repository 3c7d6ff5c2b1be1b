import { ReferenceCode } from '#features/reference/reference-code.tsx';
import { type Block, blocksOf, type Piece } from '#features/reference/reference-text.ts';
import css from './reference.module.css';

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, at) => {
    // The text is constant, so the index is a stable key.
    const key = `${at} ${piece.text}`;
    return piece.kind === 'code' ? <code key={key}>{piece.text}</code> : piece.text;
  });
}

function ProseBlock({ block, under }: { block: Block; under: string }) {
  if (block.kind === 'heading') return <h3 className={css.subheading}>{block.text}</h3>;
  if (block.kind === 'code') return <ReferenceCode label={`Example: ${under}`} text={block.text} />;
  return (
    <p>
      <Pieces pieces={block.pieces} />
    </p>
  );
}

/** The heading of a block's section. */
function headingBefore(blocks: readonly Block[], at: number): string {
  return blocks.slice(0, at).findLast((block) => block.kind === 'heading')?.text ?? 'in short';
}

/** A Markdown description of the document. */
export function ReferenceProse({ markdown }: { markdown: string }) {
  const blocks = blocksOf(markdown);
  return (
    <div className={css.prose}>
      {blocks.map((block, at) => (
        <ProseBlock key={`${at} ${block.kind}`} block={block} under={headingBefore(blocks, at)} />
      ))}
    </div>
  );
}
