import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { LoadFailed } from '#ui/feedback/note-box.tsx';
import layout from '#ui/shell/layout.module.css';
import css from './figure-tiles.module.css';

/** A figure with a link to the list that it counts. */
interface Tile {
  label: string;
  /** Formatted. Null until it is loaded. */
  figure: string | null;
  /** A smaller line below, such as how many amounts are in a sum. */
  more?: string | undefined;
  /** What the figure counts, as a sentence. */
  definition?: string;
  /** From `linkOptions`. */
  link: LinkProps;
}

interface FigureTilesProps {
  label: string;
  /** The query of the figures. Absent if the tiles are shown only after it has succeeded. */
  query?: UseQueryResult;
  tiles: readonly Tile[];
}

/** Up to four figures, each with a link to the list that it counts. */
export function FigureTiles({ label, query, tiles }: FigureTilesProps) {
  if (query?.isLoadingError) return <LoadFailed what="The figures" query={query} />;
  return (
    <section className={`${css.tiles} ${layout.above}`} aria-label={label}>
      {tiles.map(({ label: name, figure, more, definition, link }) => (
        <Link key={name} {...link} className={`${layout.panel} ${css.tile}`}>
          {name}
          <strong>{figure ?? '…'}</strong>
          <span>{more}</span>
          {definition !== undefined && <small>{definition}</small>}
        </Link>
      ))}
    </section>
  );
}
