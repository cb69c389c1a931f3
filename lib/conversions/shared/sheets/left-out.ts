import type { ImageTarget } from '../../document/image-store.ts';
import type { ZipArchive } from '../zip/open-zip.ts';
import { showsDrawings } from './shows-drawings.ts';

/** A thing that a workbook may contain, and how its package shows that it does. */
interface Kind {
  readonly noun: string;
  /** Whether documents have it; values never do. */
  readonly isInDocuments?: true;
  /** Whether extract "document" has it, and no other target. */
  readonly isInModel?: true;
  readonly part?: RegExp;
  /** Markup in the parts with cells. */
  readonly markup?: readonly string[];
}

const xlsxKinds: readonly Kind[] = [
  { noun: 'comments', isInModel: true, part: /^xl\/(?:threadedComments\/|comments)/ },
  { noun: 'charts', isInDocuments: true, part: /^xl\/charts\/chart/ },
  { noun: 'images', isInDocuments: true, part: /^xl\/media\// },
  { noun: 'drawings', isInDocuments: true, part: /^xl\/drawings\/drawing/ },
  { noun: 'pivot table definitions', part: /^xl\/pivotTables\// },
  { noun: 'links to other workbooks', part: /^xl\/externalLinks\/externalLink/ },
  { noun: 'macros', part: /vbaProject\.bin$/ },
  { noun: 'validation rules', markup: ['<dataValidation '] },
  { noun: 'conditional formats', markup: ['<conditionalFormatting'] },
];

const odsKinds: readonly Kind[] = [
  { noun: 'comments', isInModel: true, markup: ['<office:annotation'] },
  { noun: 'drawings', isInDocuments: true, markup: ['<draw:frame', '<draw:custom-shape', '<draw:g'] },
  { noun: 'pivot table definitions', markup: ['<table:data-pilot-table'] },
  { noun: 'macros', part: /^Basic\/[^/]+\/[^-/]+\.xml$/ },
  { noun: 'validation rules', markup: ['<table:content-validation '] },
  { noun: 'conditional formats', markup: ['<calcext:conditional-format'] },
];

const withoutLinks: readonly string[] = ['csv', 'tsv', 'json', 'tables'];

/**
 * The warning that names what a workbook contains and a target has no place for; none for its metadata. `cells` are the
 * parts with its cells.
 */
export function leftOutWarnings(
  format: 'xlsx' | 'ods',
  archive: ZipArchive,
  cells: readonly Uint8Array[],
  { target, hasLinks }: { readonly target: ImageTarget | undefined; readonly hasLinks: boolean },
): string[] {
  if (target === undefined || target.to === 'metadata') return [];
  const isDocument = showsDrawings(target);
  const isModel = target.operation === 'extract' && target.to === 'document';
  const found = (format === 'xlsx' ? xlsxKinds : odsKinds)
    .filter(
      ({ isInDocuments = false, isInModel = false }) =>
        !(isDocument && isInDocuments) && !(isModel && isInModel),
    )
    .filter(
      ({ part, markup = [] }) =>
        archive.names.some((name) => part?.test(name) === true) ||
        cells.some((bytes) =>
          markup.some((text) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text)),
        ),
    )
    .map(({ noun }) => noun);
  const nouns = hasLinks && withoutLinks.includes(target.to) ? [...found, 'links of cells'] : found;
  return nouns.length === 0
    ? []
    : [`The workbook contains what the result has no place for: ${nouns.join(', ')}.`];
}
