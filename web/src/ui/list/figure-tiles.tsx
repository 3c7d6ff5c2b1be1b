import { Link, type LinkProps } from '@tanstack/react-router';
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

/** Up to four figures, each a way to what it counts. */
export function FigureTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <div className={css.tiles}>
      {tiles.map(({ label, figure, more, link }) => (
        <Link key={label} {...link} className={css.tile}>
          {label}
          <strong>{figure ?? '…'}</strong>
          {more}
        </Link>
      ))}
    </div>
  );
}
