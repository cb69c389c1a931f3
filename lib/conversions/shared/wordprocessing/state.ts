import { nameTable } from '../../base/name-table.ts';
import type { ParagraphProperties } from './flow.ts';
import type { Backing } from './hidden-texts.ts';
import type { RunStyle } from './run-style.ts';

/** What the text of a group is used for. */
export type Destination =
  | 'body'
  | 'skip'
  | 'collect'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'info'
  | 'colours'
  | 'image'
  | 'formula';

/** A part of a formula as an element of Office MathML that is being read. */
export interface FormulaPart {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (FormulaPart | string)[];
}

/** State of an RTF group: inherited, and restored when the group ends. */
export interface GroupState {
  destination: Destination;
  /** Collected text if the destination is `collect`. */
  collected: { text: string } | undefined;
  style: RunStyle;
  isInserted: boolean;
  isDeleted: boolean;
  font: number;
  /** Number of bytes that follow a Unicode character as a fallback for old readers. */
  fallbackBytes: number;
  paragraph: ParagraphProperties;
  /** What is behind the text; of a shape, what fills it is not read. */
  backing: Backing;
  /** Whether the paragraph has a background that shows. */
  isShaded: boolean;
  href: string | undefined;
  /** Whether the group starts with `\*`: readers skip it if they do not know its destination. */
  isIgnorable: boolean;
  /** The part of a formula that the group is, if the destination is `formula`. */
  formula: FormulaPart | undefined;
  atEnd: (() => void) | undefined;
}

/** Default paragraph properties. */
export const plainParagraph: ParagraphProperties = {
  style: 0,
  outlineLevel: undefined,
  list: undefined,
  listLevel: 0,
  mark: undefined,
  align: undefined,
  indent: 0,
  breaksBefore: false,
  tableLevel: 0,
};

/** The state at the start of a file. */
export const firstState = (): GroupState => ({
  destination: 'body',
  collected: undefined,
  style: {},
  isInserted: false,
  isDeleted: false,
  font: 0,
  fallbackBytes: 1,
  paragraph: plainParagraph,
  backing: 'page',
  isShaded: false,
  href: undefined,
  isIgnorable: false,
  formula: undefined,
  atEnd: undefined,
});

/** Control words for characters. RTF 1.9.1, "Special Characters". */
export const characterWords: Readonly<Record<string, string>> = nameTable({
  tab: '\t',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '\u2022',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
});

/**
 * Destinations without document text. Unknown destinations that start with `\*` are skipped as well, so they are not
 * listed.
 */
export const skippedDestinations: ReadonlySet<string> = new Set(
  'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn listtext pntext pntxta pntxtb xe tc rxe bkmkstart bkmkend nonshppict nonesttables shprslt annotation atnid atnauthor atnref atnicn atndate filetbl revtbl rsidtbl template private result datafield formfield themedata colorschememapping latentstyles datastore do fchars lchars'.split(
    ' ',
  ),
);

/** Style properties that a control word turns on, or off with 0. */
export const toggles: Readonly<
  Record<string, keyof Pick<RunStyle, 'bold' | 'italic' | 'strike' | 'hidden'>>
> = nameTable({
  b: 'bold',
  i: 'italic',
  strike: 'strike',
  striked: 'strike',
  v: 'hidden',
});

/** Whether a control word is an underline of any kind. */
export const isUnderline = (name: string): boolean =>
  /^ul(?:d|dash|dashd|dashdd|db|hwave|ldash|th|thd|thdash|thdashd|thdashdd|thldash|ululdbwave|w|wave)?$/.test(
    name,
  );
