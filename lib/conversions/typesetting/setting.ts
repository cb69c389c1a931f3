import type { TreeBlock } from '../documents/document-tree.ts';
import { fontNames, fontScript } from '../text/fonts.ts';
import type { SettableImage } from './images.ts';
import type { TextWidth } from './text-width.ts';
import type { Direction, MathNode } from './typst-data.ts';

/** What is known of the document and the page while its blocks are made into data. Lengths in points. */
export interface Setting {
  readonly images: readonly (SettableImage | undefined)[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly formula: ((tex: string, isBlock: boolean) => MathNode | undefined) | undefined;
  readonly textWidth: TextWidth;
  readonly fontSize: number;
  /** Width between the margins; of a turned page; height between the margins. */
  readonly width: number;
  readonly turnedWidth: number;
  readonly height: number;
  /** What has been met so far. */
  readonly seen: {
    readonly images: Set<number>;
    readonly notes: Set<number>;
    cells: number;
    headingLevel: number;
    unreadFormulas: number;
    isFlattened: boolean;
  };
}

/** Where a block stands. */
export interface Place {
  /** Width there is, in points. */
  readonly room: number;
  /** Size of the letters, in points. */
  readonly size: number;
  /** How many lists, quotes and tables it stands in. */
  readonly depth: number;
  /** Whether it stands in a note, where no other note is. */
  readonly isNote?: true | undefined;
  /** Whether it stands in a cell. */
  readonly isCell?: true | undefined;
}

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
// Where the scripts begin that the main font is not made for: Armenian.
const OTHER_SCRIPTS = /[\u0530-\u1cff\u2d00-\u2ddf\u2e80-\ud7ff\uf900-\ufaff]/;

const scripts = fontNames.flatMap((name) => {
  const script = fontScript(name);
  return script === undefined ? [] : [{ name, script }];
});

/** The lead of the East Asian fonts, of which the document's language chooses one. */
export const EAST_ASIAN_LEAD = 'japanese';

/**
 * How a text is set by its first letter: its direction (Unicode Bidirectional Algorithm, UAX 9, P2 and P3), and the font
 * that leads. A font that is only asked for what others lack would get each word as a piece of its own.
 */
export function directionOf(text: string): Direction {
  if (!OTHER_SCRIPTS.test(text)) return {};
  const letter = STRONG.exec(text)?.[0];
  if (letter === undefined) return {};
  const lead = scripts.find(({ script }) => script.test(letter))?.name;
  const direction: { rtl?: true; lead?: string } = {};
  if (RIGHT_TO_LEFT.test(letter)) direction.rtl = true;
  if (lead !== undefined) direction.lead = lead;
  return direction;
}
