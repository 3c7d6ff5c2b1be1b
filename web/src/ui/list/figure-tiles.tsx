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
export function FigureTiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <section className={css.tiles} aria-label={label}>
      {tiles.map(({ label: name, figure, more, link }) => (
        <Link key={name} {...link} className={css.tile}>
          {name}
          <strong>{figure ?? '…'}</strong>
          {more}
        </Link>
      ))}
    </section>
  );
}
