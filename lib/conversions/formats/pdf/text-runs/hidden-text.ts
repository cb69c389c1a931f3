import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import type { HiddenText } from '../../../document/document-model.ts';
import { TINY_POINTS } from '../../../document/hidden-text.ts';
import type { PageBox, PageObject } from './page-objects.ts';
import { colourReader, isWhite, type PageScene, type Painted, sceneOf } from './page-scene.ts';
import { textsWithoutTrace } from './without-trace.ts';

// Text render modes (ISO 32000-1, table 106).
const FILL = 0;
export const INVISIBLE = 3;
const CLIP_ONLY = 7;
// Alpha below which text cannot be seen, of 255.
const TRANSPARENT = 8;
// Minimum share of the page that a scan covers. Text beneath or over a scan was recognized on it.
const SCAN = 0.5;
// Maximum points by which text extends beyond its cover, or into its clip.
const MARGIN = 1;

const areaOf = ({ left, bottom, right, top }: PageBox): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

const overlaps = (one: PageBox, other: PageBox): boolean =>
  one.left < other.right && other.left < one.right && one.bottom < other.top && other.bottom < one.top;

const holds = (outer: PageBox, inner: PageBox): boolean =>
  outer.left - MARGIN <= inner.left &&
  outer.right + MARGIN >= inner.right &&
  outer.bottom - MARGIN <= inner.bottom &&
  outer.top + MARGIN >= inner.top;

/** Returns true if a clip hides a whole box. */
const isOutside = (box: PageBox, clip: PageBox): boolean =>
  clip.left >= clip.right ||
  clip.bottom >= clip.top ||
  box.left > clip.right + MARGIN ||
  box.right < clip.left - MARGIN ||
  box.bottom > clip.top + MARGIN ||
  box.top < clip.bottom - MARGIN;

/** The visibility of a page's text objects, by their handles. */
export interface TextVisibility extends Pick<PageScene, 'hasDrawings' | 'paths' | 'texts'> {
  /** Returns true for text of a rendering mode that was recognized on a scan, which is shown instead of it. */
  readonly isRecognized: (object: number, mode: number) => boolean;
  /** Returns why text of a rendering mode and a font size, in points, cannot be seen. Undefined if it can, or if a scan shows it. */
  readonly whyHidden: (object: number, mode: number, size: number) => HiddenText['reason'] | undefined;
}

/** Returns the handles of the texts without which the page looks the same. */
type Traceless = (texts: ReadonlyMap<number, PageBox>) => ReadonlySet<number>;

function visibilityIn(
  { painted, texts, paths, area, isClipped, placeOf, hasDrawings }: PageScene,
  document: PdfiumDocument,
  traceless: Traceless,
): TextVisibility {
  const covers = painted.filter((each) => each.covers);
  const isScan = ({ isImage, box }: Painted): boolean => isImage && areaOf(box) > area * SCAN;
  const hasScan = painted.some(isScan);
  const fillColour = colourReader(document);

  const isOnPaper = (order: number, box: PageBox): boolean =>
    !painted.some((each) => each.order < order && !each.isWhite && overlaps(each.box, box));
  const isBeneath = (order: number, box: PageBox): boolean =>
    covers.some((each) => each.order > order && holds(each.box, box));
  const obstacleOf = (text: PageObject): HiddenText['reason'] | undefined => {
    // Most pages have neither covers nor clips, and places take long to read.
    if (covers.length === 0 && !isClipped(text)) return undefined;
    const place = placeOf(text);
    if (place === undefined) return undefined;
    if (isOutside(place.box, place.clip)) return 'clipped';
    return isBeneath(text.order, place.box) ? 'covered' : undefined;
  };
  let withoutTrace: ReadonlySet<number> | undefined;
  /** A hatch or a translucent image over a text may let it through, so the page is rendered with and without the text. */
  const obstructed = (object: number, text: PageObject): HiddenText['reason'] | undefined => {
    const obstacle = obstacleOf(text);
    if (obstacle === undefined) return undefined;
    withoutTrace ??= traceless(
      new Map(
        [...texts].flatMap(([handle, each]) => {
          const box = obstacleOf(each) === undefined ? undefined : placeOf(each)?.box;
          return box === undefined ? [] : [[handle, box]];
        }),
      ),
    );
    return withoutTrace.has(object) ? obstacle : undefined;
  };

  const isRecognized: TextVisibility['isRecognized'] = (object, mode) => {
    if (!hasScan) return false;
    if (mode === INVISIBLE || mode === CLIP_ONLY) return true;
    const order = texts.get(object)?.order ?? Infinity;
    return painted.some((each) => each.covers && each.order > order && isScan(each));
  };

  const whyHidden: TextVisibility['whyHidden'] = (object, mode, size) => {
    // Recognized text is invisible on purpose: the scan shows it.
    if (object === 0 || hasScan) return undefined;
    if (mode === INVISIBLE || mode === CLIP_ONLY) return 'invisible';
    if (size < TINY_POINTS) return 'tiny';
    const colour = mode === FILL ? fillColour(object) : undefined;
    if (colour !== undefined && (colour[3] ?? 0) < TRANSPARENT) return 'transparent';
    const text = texts.get(object);
    if (text === undefined) return undefined;
    const obstacle = obstructed(object, text);
    if (obstacle !== undefined) return obstacle;
    if (colour === undefined || !isWhite(colour)) return undefined;
    const box = placeOf(text)?.box;
    return box !== undefined && isOnPaper(text.order, box) ? 'same_colour' : undefined;
  };
  return { isRecognized, whyHidden, hasDrawings, paths, texts };
}

/** Returns the visibility of a page's text. */
export const textVisibility = (document: PdfiumDocument, page: number, space: PageSpace): TextVisibility =>
  visibilityIn(sceneOf(document, page), document, (texts) => textsWithoutTrace(document, page, space, texts));
