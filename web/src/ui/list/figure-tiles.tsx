import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './figure-tiles.module.css';

/** A figure that stands out, and the way to what it counts. */
interface Tile {
  label: string;
  /** As it reads; null until it is there. */
  figure: string | null;
  /** A smaller line below, such as how many a sum is of. */
  more?: string | undefined;
  /** From `linkOptions`. */
  link: LinkProps;
}

interface FigureTilesProps {
  label: string;
  /** Where the figures come from; absent where the tiles stand only once they are there. */
  query?: UseQueryResult;
  tiles: readonly Tile[];
}

/** Up to four figures, each a way to what it counts. */
export function FigureTiles({ label, query, tiles }: FigureTilesProps) {
  if (query?.isLoadingError) return <LoadFailed what="The figures" query={query} />;
  return (
    <section className={`${css.tiles} ${layout.above}`} aria-label={label}>
      {tiles.map(({ label: name, figure, more, link }) => (
        <Link key={name} {...link} className={`${layout.panel} ${css.tile}`}>
          {name}
          <strong>{figure ?? '…'}</strong>
          {more}
        </Link>
      ))}
    </section>
  );
}
