import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import type { PageSource } from './page-source.ts';
import type { Passage } from './passages.ts';

const zooms: readonly number[] = [1, 1.5, 2, 3];

/** The largest width of a drawn page, in pixels: a page at three times its size on a dense screen. */
const maxPixels = 3000;

type Size = { readonly width: number; readonly height: number };

/** Draws a page of `source` on a canvas whenever what is shown changes. */
const usePicture = (source: PageSource | undefined, page: number, zoom: number) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<(Size & { page: number }) | undefined>();
  useEffect(() => {
    if (source === undefined || page > source.pageCount) return;
    const controller = new AbortController();
    const { signal } = controller;
    const draw = async (): Promise<void> => {
      const measured = await source.sizeOf(page);
      const target = canvas.current;
      if (signal.aborted || target === null) return;
      setSize({ ...measured, page });
      const width = Math.min(maxPixels, (target.parentElement?.clientWidth ?? 600) * zoom * devicePixelRatio);
      await source.draw(page, target, Math.round(width), signal);
    };
    // A page that cannot be drawn stays blank; its boxes are still right.
    draw().catch(() => undefined);
    return () => controller.abort();
  }, [source, page, zoom]);
  return { canvas, size: size?.page === page ? size : undefined };
};

const Boxes = ({
  passages,
  page,
  size: { width, height },
  selected,
  onSelect,
}: {
  passages: readonly Passage[];
  page: number;
  size: Size;
  selected: number;
  onSelect: (passage: number) => void;
}) => (
  <svg class="page-boxes" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Boxes of page ${page}`}>
    {passages.flatMap(({ kind, boxes }, at) =>
      boxes
        .filter((placed) => placed.page === page)
        .map(({ box: [left, top, right, bottom] }, part) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of passages does the same by keyboard
          <rect
            key={`${at}-${part}`}
            class={at === selected ? `box ${kind} selected` : `box ${kind}`}
            x={left}
            y={top}
            width={Math.max(1, right - left)}
            height={Math.max(1, bottom - top)}
            rx={1.5}
            onClick={() => onSelect(at)}
          />
        )),
    )}
  </svg>
);

const Bar = ({
  page,
  pageCount,
  zoom,
  onPage,
  onZoom,
}: {
  page: number;
  pageCount: number;
  zoom: number;
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
}) => {
  const at = zooms.indexOf(zoom);
  const step = (by: number): void => onZoom(zooms[at + by] ?? zoom);
  return (
    <div class="page-bar">
      <div class="page-bar-group">
        <button type="button" class="icon-button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Icon name="previous" />
          <span class="visually-hidden">Previous page</span>
        </button>
        <span aria-live="polite">
          Page {page} of {pageCount}
        </span>
        <button
          type="button"
          class="icon-button"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="next" />
          <span class="visually-hidden">Next page</span>
        </button>
      </div>
      <div class="page-bar-group">
        <button type="button" class="icon-button" disabled={at <= 0} onClick={() => step(-1)}>
          <Icon name="minus" />
          <span class="visually-hidden">Zoom out</span>
        </button>
        <span class="zoom">{Math.round(zoom * 100)} %</span>
        <button type="button" class="icon-button" disabled={at === zooms.length - 1} onClick={() => step(1)}>
          <Icon name="plus" />
          <span class="visually-hidden">Zoom in</span>
        </button>
      </div>
    </div>
  );
};

const a4: Size = { width: 595, height: 842 };

/** The pages of a file with zoom, and the boxes of passages on them. Without a source, pages are blank. */
export const PageView = ({
  source,
  pages = [],
  passages = [],
  page,
  selected = -1,
  label,
  onPage,
  onSelect = () => undefined,
}: {
  source: PageSource | undefined;
  /** The sizes of pages in the unit of the boxes. Default: those of the source. */
  pages?: readonly (Size & { readonly number: number })[];
  passages?: readonly Passage[];
  page: number;
  selected?: number;
  label: string;
  onPage: (page: number) => void;
  onSelect?: (passage: number) => void;
}) => {
  const [zoom, setZoom] = useState(1);
  const { canvas, size: drawnSize } = usePicture(source, page, zoom);
  const pane = useRef<HTMLDivElement>(null);
  const size = pages.find(({ number }) => number === page) ?? drawnSize ?? a4;
  const pageCount = source?.pageCount ?? Math.max(1, ...pages.map(({ number }) => number));
  useEffect(() => {
    const marked = pane.current?.querySelector('.selected');
    if (zoom > 1) marked?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [selected, zoom, page]);
  return (
    <div ref={pane} class="page-view">
      <Bar page={page} pageCount={pageCount} zoom={zoom} onPage={onPage} onZoom={setZoom} />
      <ScrollArea name="page-pane" label={label}>
        <div
          class="page-sheet"
          style={{ width: `${zoom * 100}%`, aspectRatio: `${size.width} / ${size.height}` }}
        >
          <canvas ref={canvas} role="img" aria-label={`Page ${page}`} />
          {passages.length === 0 ? null : (
            <Boxes passages={passages} page={page} size={size} selected={selected} onSelect={onSelect} />
          )}
        </div>
      </ScrollArea>
    </div>
  );
};
