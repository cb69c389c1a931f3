import type { Target } from './targets.ts';

/** The shapes of results. */
type ResultShape = 'text' | 'grid' | 'page';

const grids = ['csv', 'tsv', 'json', 'tables'];
const pages = ['pdf', 'png', 'jpeg', 'webp', 'images', 'avif', 'tiff', 'gif'];

/** Returns the shape of a target's results. */
export const shapeOf = ({ name }: Pick<Target, 'name'>): ResultShape => {
  if (grids.includes(name)) return 'grid';
  return pages.includes(name) ? 'page' : 'text';
};

const parts: Readonly<Record<ResultShape, number>> = { text: 9, grid: 24, page: 1 };

/** A placeholder in the shape of a result. */
export const ResultSkeleton = ({ kind }: { kind: ResultShape }) => (
  <div class={`result-skeleton ${kind}`} aria-hidden="true">
    {Array.from({ length: parts[kind] }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);
