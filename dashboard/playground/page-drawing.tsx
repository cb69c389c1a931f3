import type { PlacedDocument } from './passages.ts';

/** A page with the boxes of its passages, over its picture if there is one. The selected passage is marked. */
export const PageDrawing = ({
  document: { pages, passages },
  number,
  picture,
  selected,
  onSelect,
}: {
  document: PlacedDocument;
  number: number;
  picture: string | undefined;
  selected: number;
  onSelect: (passage: number) => void;
}) => {
  const { width, height } = pages.find((page) => page.number === number) ?? { width: 595, height: 842 };
  return (
    <svg class="page-drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Page ${number}`}>
      {picture === undefined ? null : (
        <image href={picture} width={width} height={height} preserveAspectRatio="none" />
      )}
      {passages.flatMap(({ kind, boxes }, at) =>
        boxes
          .filter(({ page }) => page === number)
          .map(({ box: [left, top, right, bottom] }, part) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list of passages does the same by keyboard
            <rect
              key={`${at}-${part}`}
              class={at === selected ? `box ${kind} selected` : `box ${kind}`}
              x={left}
              y={top}
              width={Math.max(1, right - left)}
              height={Math.max(1, bottom - top)}
              onClick={() => onSelect(at)}
            />
          )),
      )}
    </svg>
  );
};
