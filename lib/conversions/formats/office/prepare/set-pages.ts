import type * as z from 'zod';
import type { OfficeFormat } from '../../../backends/libreoffice/office-formats.ts';
import { pageSizes } from '../../../engine/options.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import { odfNamespaces } from '../../../shared/opendocument/open-package.ts';
import { loadXmlEditor } from '../../../shared/xml/edit-xml.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { officePdfOptions } from '../options.ts';
import { editPackage } from './prepare-document.ts';

/** Options that change the pages of a document before it is laid out. */
export type PageChanges = Pick<
  z.output<typeof officePdfOptions>,
  'page_size' | 'landscape' | 'margin' | 'fit'
>;

const POINTS_PER_MILLIMETRE = 72 / 25.4;
/** Points between the margins: two characters fit side by side. */
const MIN_ROOM = 72;

type Attributes = XmlElement['attributes'];

const without = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

function paperOf(attributes: Attributes, { page_size, landscape }: PageChanges): [number, number] {
  const own = ['fo:page-width', 'fo:page-height'].map((name) => pointsOf(attributes[name]) ?? 0);
  const [width = 0, height = 0] = own.every((side) => side > 0) ? own : pageSizes.A4;
  const [first, second] = page_size === undefined ? [width, height] : pageSizes[page_size];
  const isWide = landscape ?? width > height;
  const sides = [Math.min(first, second), Math.max(first, second)] as const;
  return isWide ? [sides[1], sides[0]] : [sides[0], sides[1]];
}

function marginsOf(
  attributes: Attributes,
  margin: PageChanges['margin'],
  [width, height]: [number, number],
): Attributes {
  const side = (name: 'top' | 'right' | 'bottom' | 'left'): number => {
    const given = typeof margin === 'number' ? margin : margin?.[name];
    if (given !== undefined) return given * POINTS_PER_MILLIMETRE;
    return Math.max(0, pointsOf(attributes[`fo:margin-${name}`] ?? attributes['fo:margin']) ?? 0);
  };
  const pairs = [
    { names: ['left', 'right'], length: width },
    { names: ['top', 'bottom'], length: height },
  ] as const;
  return Object.fromEntries(
    pairs.flatMap(({ names, length }) => {
      const sum = names.reduce((total, name) => total + side(name), 0);
      const scale = Math.min(1, Math.max(0, length - MIN_ROOM) / sum);
      return names.map((name) => [`fo:margin-${name}`, `${(side(name) * scale).toFixed(2)}pt`]);
    }),
  );
}

// OpenDocument 1.3 part 3, 20.358 to 20.361; 0 pages down are as many as it takes.
const SCALES = ['style:scale-to', 'style:scale-to-pages', 'style:scale-to-X', 'style:scale-to-Y'];

function pageAttributes(attributes: Attributes, changes: PageChanges): Attributes {
  const paper = paperOf(attributes, changes);
  const [width, height] = paper;
  const hasPaper = changes.page_size !== undefined || changes.landscape !== undefined;
  return {
    ...without(attributes, ['fo:margin', ...(changes.fit === undefined ? [] : SCALES)]),
    ...(hasPaper
      ? {
          'fo:page-width': `${width}pt`,
          'fo:page-height': `${height}pt`,
          'style:print-orientation': width > height ? 'landscape' : 'portrait',
        }
      : {}),
    ...marginsOf(attributes, changes.margin, paper),
    ...(changes.fit === undefined
      ? {}
      : { 'style:scale-to-X': '1', 'style:scale-to-Y': changes.fit === 'page' ? '1' : '0' }),
  };
}

const PROPERTIES = 'style:page-layout-properties';

function changePages(element: XmlElement, changes: PageChanges): XmlElement {
  if (element.name === PROPERTIES)
    return { ...element, attributes: pageAttributes(element.attributes, changes) };
  return {
    ...element,
    children: element.children.map((child) =>
      typeof child === 'string' ? child : changePages(child, changes),
    ),
  };
}

/** The OpenDocument format whose page styles can be changed; undefined for presentations. */
export const pageFormatOf = (from: OfficeFormat): 'odt' | 'ods' | undefined => {
  if (['docx', 'doc', 'rtf', 'odt'].includes(from)) return 'odt';
  return ['xlsx', 'xls', 'xlsb', 'ods'].includes(from) ? 'ods' : undefined;
};

/** Returns whether the options change pages. */
export const changesPages = ({ page_size, landscape, margin, fit }: PageChanges): boolean =>
  [page_size, landscape, margin, fit].some((option) => option !== undefined);

/** Changes the page styles of an OpenDocument text or workbook that LibreOffice wrote. */
export async function setPages(bytes: Uint8Array, changes: PageChanges): Promise<Uint8Array> {
  const editXml = await loadXmlEditor(odfNamespaces);
  return editPackage(
    bytes,
    (name) => name === 'styles.xml',
    (part) => editXml(part, (root) => changePages(root, changes)),
  );
}
