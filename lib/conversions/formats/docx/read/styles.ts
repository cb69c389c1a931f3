import { merged } from '../../../base/merged.ts';
import { nameTable } from '../../../base/name-table.ts';
import { isOn as isTrue } from '../../../shared/ooxml/on-off.ts';
import { isOn, overlay, type RunStyle, readRunStyle } from '../../../shared/wordprocessing/run-style.ts';
import {
  headingLevelOf,
  isCaptionStyle,
  isCodeStyle,
  isInlineCodeStyle,
  isRuleStyle,
  plainIn,
  quoteLevelOf,
  tellingName,
} from '../../../shared/wordprocessing/style-kinds.ts';
import { childOf, descend, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import { twipsIn } from './lengths.ts';
import { isShaded, readPaint } from './paint.ts';

/** The list that a paragraph is in. */
export interface NumberingRef {
  /** `0` removes a paragraph from the list of its style. */
  readonly id: string;
  readonly level: number | undefined;
}

/** Paragraph properties of a style or of a paragraph itself. */
export interface ParagraphStyle {
  readonly id: string | undefined;
  /** Its name if that tells something, else empty. */
  readonly name?: string | undefined;
  readonly isCaption?: boolean | undefined;
  /** 1 to 9; 0 is body text. */
  readonly headingLevel?: number | undefined;
  /** Number of quotes that it is in. */
  readonly quoteLevel?: number | undefined;
  readonly isCode?: boolean | undefined;
  /** Whether its empty paragraphs show a line. */
  readonly isRule?: boolean | undefined;
  readonly numbering?: NumberingRef | undefined;
  /** Distance from the margin to the text, in twentieths of a point. */
  readonly indent?: number | undefined;
  readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
  readonly pageBreakBefore?: boolean | undefined;
  /** Whether something other than white is painted under it. */
  readonly isShaded?: boolean | undefined;
  readonly run: RunStyle;
}

/** The styles of a document. An unknown identifier returns the default style. */
export interface Styles {
  readonly paragraph: (id: string | undefined) => ParagraphStyle;
  readonly character: (id: string | undefined) => RunStyle;
  readonly element: (id: string) => XmlElement | undefined;
  /** The list of a numbering style. */
  readonly numbering: (id: string) => string | undefined;
  /** The default style of text. */
  readonly isMonospaced: boolean;
}

// Word allows 11. A longer chain is probably a cycle.
const MAX_BASED_ON = 32;

const alignments: Readonly<Record<string, ParagraphStyle['align']>> = nameTable({
  left: 'left',
  start: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
});

function outlineLevel(properties: XmlElement | undefined): number | undefined {
  const level = integerOf(childOf(properties, 'w:outlineLvl'), 'w:val');
  if (level === undefined) return undefined;
  // 9 is body text.
  return level >= 0 && level <= 8 ? level + 1 : 0;
}

/** The start indent of a paragraph from `w:ind` (ECMA-376 part 1, 17.3.1.12). */
export function indentOf(properties: XmlElement | undefined): number | undefined {
  const indent = childOf(properties, 'w:ind');
  return twipsIn(indent, 'w:left') ?? twipsIn(indent, 'w:start');
}

/** Direct properties in `w:pPr`. Its `w:rPr` applies to the paragraph mark, not to the text. */
export function readParagraphProperties(
  properties: XmlElement | undefined,
): Omit<ParagraphStyle, 'id' | 'run'> {
  if (properties === undefined) return {};
  const numbering = childOf(properties, 'w:numPr');
  const id = childOf(numbering, 'w:numId')?.attributes['w:val'];
  const level = integerOf(childOf(numbering, 'w:ilvl'), 'w:val');
  return {
    headingLevel: outlineLevel(properties),
    numbering: id === undefined ? undefined : { id, level },
    indent: indentOf(properties),
    align: alignments[childOf(properties, 'w:jc')?.attributes['w:val'] ?? ''],
    isShaded: isShaded(properties),
    pageBreakBefore: isOn(childOf(properties, 'w:pageBreakBefore')),
  };
}

/** Overlays properties. Undefined ones keep the value of the base. */
export function overlayParagraph(
  under: ParagraphStyle,
  over: Omit<ParagraphStyle, 'id' | 'run'> & Partial<Pick<ParagraphStyle, 'id' | 'run'>>,
): ParagraphStyle {
  const numbering = over.numbering && merged(under.numbering, over.numbering);
  return {
    ...merged<Partial<ParagraphStyle>>(under, { ...over, numbering }),
    id: over.id ?? under.id,
    run: over.run === undefined ? under.run : overlay(under.run, over.run),
  };
}

/** Reads the properties of the text of a style or of the document's defaults. */
const runStyleIn = (run: XmlElement | undefined): RunStyle => ({
  ...readRunStyle(run),
  paint: readPaint(run),
});

const isDefault = (style: XmlElement): boolean => isTrue(style.attributes['w:default']);

function ownStyle(style: XmlElement): ParagraphStyle {
  const name = childOf(style, 'w:name')?.attributes['w:val'] ?? style.attributes['w:styleId'] ?? '';
  const properties = readParagraphProperties(childOf(style, 'w:pPr'));
  const run = runStyleIn(childOf(style, 'w:rPr'));
  return {
    ...properties,
    id: style.attributes['w:styleId'],
    name: isDefault(style) ? '' : tellingName(name),
    isCaption: isCaptionStyle(name) || undefined,
    headingLevel: headingLevelOf(name) ?? properties.headingLevel,
    quoteLevel: quoteLevelOf(name),
    isCode: isCodeStyle(name) || undefined,
    isRule: isRuleStyle(name) || undefined,
    run: {
      ...run,
      ...plainIn(name),
      code: isInlineCodeStyle(name) || undefined,
    },
  };
}

/** Reads `word/styles.xml`, ECMA-376 part 1, 17.7; a document without one has no styles. */
export function readStyles(root: XmlElement | undefined): Styles {
  const byId = new Map<string, XmlElement>();
  const resolved = new Map<string, ParagraphStyle>();
  let defaultParagraph: string | undefined;
  for (const style of elementsOf(root)) {
    const id = style.attributes['w:styleId'];
    if (style.name !== 'w:style' || id === undefined || byId.has(id)) continue;
    byId.set(id, style);
    if (isDefault(style) && style.attributes['w:type'] === 'paragraph') defaultParagraph ??= id;
  }
  const defaults: ParagraphStyle = {
    id: undefined,
    run: runStyleIn(descend(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')),
  };

  function resolve(id: string, base: ParagraphStyle, depth: number): ParagraphStyle {
    const known = resolved.get(id);
    if (known !== undefined) return known;
    const style = byId.get(id);
    if (style === undefined) return base;
    const parent = childOf(style, 'w:basedOn')?.attributes['w:val'];
    const under = parent === undefined || depth >= MAX_BASED_ON ? base : resolve(parent, base, depth + 1);
    const found = overlayParagraph(under, ownStyle(style));
    resolved.set(id, found);
    return found;
  }

  const normal = defaultParagraph === undefined ? defaults : resolve(defaultParagraph, defaults, 0);
  const isMonospaced = normal.run.mono === true;
  return {
    paragraph: (id) => (id === undefined || !byId.has(id) ? normal : resolve(id, defaults, 0)),
    character: (id) => (id === undefined ? {} : resolve(id, { id: undefined, run: {} }, 0).run),
    element: (id) => byId.get(id),
    numbering: (id) => {
      const properties = childOf(byId.get(id), 'w:pPr');
      return descend(properties, 'w:numPr', 'w:numId')?.attributes['w:val'];
    },
    isMonospaced,
  };
}
