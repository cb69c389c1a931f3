import type { Needs } from '../../document/needs.ts';
import type { ZipArchive } from '../zip/open-zip.ts';

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

/**
 * The warning that names what a workbook contains and a target has no place for; none for its metadata. `cells` are the
 * parts with its cells.
 */
export function leftOutWarnings(
  format: 'xlsx' | 'ods',
  archive: ZipArchive,
  cells: readonly Uint8Array[],
  { needs, hasLinks }: { readonly needs: Needs; readonly hasLinks: boolean },
): string[] {
  if (!needs.blocks) return [];
  const found = (format === 'xlsx' ? xlsxKinds : odsKinds)
    .filter(
      ({ isInDocuments = false, isInModel = false }) =>
        !(needs.drawings && isInDocuments) && !(needs.beside && isInModel),
    )
    .filter(
      ({ part, markup = [] }) =>
        archive.names.some((name) => part?.test(name) === true) ||
        cells.some((bytes) =>
          markup.some((text) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text)),
        ),
    )
    .map(({ noun }) => noun);
  const nouns = hasLinks && !needs.cellLinks ? [...found, 'links of cells'] : found;
  return nouns.length === 0
    ? []
    : [`The workbook contains what the result has no place for: ${nouns.join(', ')}.`];
}
