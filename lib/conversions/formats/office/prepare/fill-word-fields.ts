import { appendAll } from '../../../base/arrays.ts';
import { eqFormula, plainFormula } from '../../../shared/math/eq-field.ts';
import { createSequences, unfilledContents } from '../../../shared/wordprocessing/fields.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
  type XmlNode,
} from '../../../shared/xml/element.ts';

// LibreOffice drops EQ fields and shows the stored table of contents, even if it was never filled.

const MAX_ENTRIES = 2000;
// Higher than the bookmark ids of real documents.
const FIRST_BOOKMARK = 1_000_000;
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
// Word's text width on A4 with its usual margins, in twips.
const TEXT_WIDTH = 9026;
const ENTRY_INDENT = 220;

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlNode[] = [],
): XmlElement => ({ name, attributes, children });
const run = (child: XmlNode): XmlElement => element('w:r', {}, [child]);
const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object';

/** Returns the levels of heading styles by style id. */
function headingStyles(styles: XmlElement | undefined): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const style of elementsOf(styles)) {
    const id = style.attributes['w:styleId'];
    const name = childOf(style, 'w:name')?.attributes['w:val'] ?? '';
    const level = /^heading ([1-9])$/i.exec(name)?.[1];
    const outline = integerOf(descend(style, 'w:pPr', 'w:outlineLvl'), 'w:val');
    if (id !== undefined && level !== undefined) levels.set(id, Number(level));
    else if (id !== undefined && outline !== undefined && outline < 9) levels.set(id, outline + 1);
  }
  return levels;
}

/** Splits the runs of a container so that each has one child besides its properties. */
const splitRuns = (children: readonly XmlNode[]): XmlNode[] =>
  children.flatMap((node) => {
    if (!isElement(node) || node.name !== 'w:r') return [node];
    const properties = node.children.filter((child) => isElement(child) && child.name === 'w:rPr');
    const content = node.children.filter((child) => isElement(child) && child.name !== 'w:rPr');
    const hasField = content.some(
      (child) => isElement(child) && /^w:(?:fldChar|instrText)$/.test(child.name),
    );
    if (!hasField || content.length < 2) return [node];
    return content.map((child) => ({ ...node, children: [...properties, child] }));
  });

/** A field in a container: the positions of its parts, and its instruction without nested ones. */
interface FieldPlace {
  readonly from: number;
  separator: number | undefined;
  instruction: string;
  hasNested: boolean;
}

const markOf = (node: XmlNode): string | undefined =>
  isElement(node) && node.name === 'w:r'
    ? childOf(node, 'w:fldChar')?.attributes['w:fldCharType']
    : undefined;

/** Replaces the fields of a container for which `replace` returns content. */
function replaceFields(
  children: readonly XmlNode[],
  replace: (field: FieldPlace, result: readonly XmlNode[]) => readonly XmlNode[] | undefined,
  replaceSimple: (field: XmlElement) => readonly XmlNode[] | undefined = () => undefined,
): XmlNode[] {
  const out: XmlNode[] = [];
  const open: FieldPlace[] = [];
  for (const node of splitRuns(children)) {
    const simple = isElement(node) && node.name === 'w:fldSimple' ? replaceSimple(node) : undefined;
    if (simple === undefined) out.push(node);
    else appendAll(out, simple);
    const mark = markOf(node);
    const field = open.at(-1);
    if (mark === 'begin') {
      for (const outer of open) outer.hasNested = true;
      open.push({ from: out.length - 1, separator: undefined, instruction: '', hasNested: false });
    } else if (field === undefined) continue;
    else if (mark === 'separate') field.separator = out.length;
    else if (mark === 'end') {
      open.pop();
      const result = field.separator === undefined ? [] : out.slice(field.separator, -1);
      const other = open.some(({ separator }) => separator === undefined)
        ? undefined
        : replace(field, result);
      if (other !== undefined) {
        out.length = field.from;
        appendAll(out, other);
      }
    } else if (field.separator === undefined && isElement(node) && node.name === 'w:r')
      field.instruction += textOfElement(childOf(node, 'w:instrText'));
  }
  return out;
}

/** Returns the text of a paragraph, without deletions and instructions. */
const textOf = (node: XmlElement): string =>
  node.name === 'w:t'
    ? textOfElement(node)
    : node.name === 'w:tab' || node.name === 'w:br'
      ? ' '
      : [...elementsOf(node)]
          .filter(({ name }) => !/Pr$|^w:(?:del|moveFrom)$/.test(name))
          .map(textOf)
          .join('');

const shows = (node: XmlNode): boolean =>
  isElement(node) &&
  (/^(?:w:(?:drawing|pict|object|sym)|m:oMath)$/.test(node.name) ||
    (node.name === 'w:t' ? textOfElement(node) !== '' : node.children.some(shows)));

function formulaOf(instruction: string): XmlElement[] | undefined {
  const formula = eqFormula(instruction);
  if (formula === undefined) return undefined;
  const plain = plainFormula(formula);
  return [plain === undefined ? formula : run(element('w:t', { 'xml:space': 'preserve' }, [plain]))];
}

const numberOf = (number: string | undefined): XmlElement[] | undefined =>
  number === undefined ? undefined : [run(element('w:t', {}, [number]))];

// The bookmark of a cross reference (ECMA-376 part 1, 17.16.5.51), unless it is quoted.
const REFERENCE = /^\s{0,99}(?:PAGE|NOTE)?REF\s{1,99}([^\s"\\]{1,99})/i;

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly bookmark: string;
}

/** Returns the heading levels in a table of contents: the range of its switch `\o`, or all. */
function levelsOf(instruction: string): readonly [number, number] {
  const range = /\\o\s{0,9}"?\s{0,9}(\d)\s{0,9}-\s{0,9}(\d)/i.exec(instruction);
  return range === null ? [1, 9] : [Number(range[1]), Number(range[2])];
}

function pageField(bookmark: string): XmlElement[] {
  const mark = (type: string): XmlElement => run(element('w:fldChar', { 'w:fldCharType': type }));
  const instruction = element('w:instrText', { 'xml:space': 'preserve' }, [` PAGEREF ${bookmark} \\h `]);
  return [mark('begin'), run(instruction), mark('separate'), run(element('w:t', {}, ['1'])), mark('end')];
}

function entry({ level, text, bookmark }: Heading, styles: ReadonlySet<string>, width: number): XmlElement {
  const style = `TOC${level}`;
  const tab = element('w:tab', { 'w:val': 'right', 'w:leader': 'dot', 'w:pos': String(width) });
  const look = styles.has(style)
    ? [element('w:pStyle', { 'w:val': style }), element('w:tabs', {}, [tab])]
    : [element('w:tabs', {}, [tab]), element('w:ind', { 'w:left': String(ENTRY_INDENT * (level - 1)) })];
  const title = run(element('w:t', { 'xml:space': 'preserve' }, [text]));
  const link = element('w:hyperlink', { 'w:anchor': bookmark }, [
    title,
    run(element('w:tab', {})),
    ...pageField(bookmark),
  ]);
  return element('w:p', {}, [element('w:pPr', {}, look), link]);
}

function textWidth(body: XmlElement | undefined): number {
  const section = childOf(body, 'w:sectPr');
  const page = integerOf(childOf(section, 'w:pgSz'), 'w:w');
  const margins = childOf(section, 'w:pgMar');
  const [left, right] = [integerOf(margins, 'w:left'), integerOf(margins, 'w:right')];
  return page === undefined ? TEXT_WIDTH : Math.max(1000, page - (left ?? 1440) - (right ?? 1440));
}

/** Returns true if a part may have fields that LibreOffice shows differently from Word. The file chooses the prefixes. */
export const mayNeedFilling = (xml: string): boolean =>
  /instr(?:Text)?\b[^<]{0,99}(?:EQ|TOC|(?:PAGE|NOTE)?REF|SEQ)\b/.test(xml);

/** Converts EQ fields to formulas and fills an unfilled table of contents. */
export function fillWordFields(root: XmlElement, styles: XmlElement | undefined): XmlElement {
  const levels = headingStyles(styles);
  const known = new Set([...elementsOf(styles)].map(({ attributes }) => attributes['w:styleId'] ?? ''));
  const width = textWidth(childOf(root, 'w:body'));
  const levelOf = (paragraph: XmlElement): number | undefined => {
    const properties = childOf(paragraph, 'w:pPr');
    const outline = integerOf(childOf(properties, 'w:outlineLvl'), 'w:val');
    if (outline !== undefined) return outline < 9 ? outline + 1 : undefined;
    return levels.get(childOf(properties, 'w:pStyle')?.attributes['w:val'] ?? '');
  };

  const headings: Heading[] = [];
  function collect(node: XmlElement): void {
    for (const child of elementsOf(node)) {
      if (child.name !== 'w:p') {
        if (child.name !== 'w:tbl') collect(child);
        continue;
      }
      const level = levelOf(child);
      if (level === undefined || headings.length >= MAX_ENTRIES) continue;
      headings.push({
        level,
        text: textOf(child).replaceAll(/\s+/g, ' ').trim(),
        bookmark: `_DocForgeToc${headings.length + 1}`,
      });
    }
  }
  collect(childOf(root, 'w:body') ?? root);
  const listed = headings.filter(({ text }) => text !== '');

  /** Returns the paragraphs that replace an unfilled table of contents. */
  function contents(paragraph: XmlElement): XmlElement[] | undefined {
    let entries: XmlElement[] | undefined;
    replaceFields(paragraph.children, ({ instruction, hasNested }, result) => {
      if (
        !unfilledContents(
          instruction,
          result.map((node) => (isElement(node) ? textOfElement(node) : '')).join(''),
          hasNested,
        )
      )
        return undefined;
      const [first, last] = levelsOf(instruction);
      entries = listed
        .filter(({ level }) => level >= first && level <= last)
        .map((heading) => entry(heading, known, width));
      return [];
    });
    return entries;
  }

  const bookmarks = new Set<string>();
  for (const { attributes } of descendants(root, 'w:bookmarkStart'))
    bookmarks.add((attributes['w:name'] ?? '').toLowerCase());
  const sequences = createSequences();

  let place = 0;
  /** Adds the bookmarks that entries refer to. */
  function marked(node: XmlElement): XmlElement {
    const children = node.children.map((child) => {
      if (!isElement(child) || child.name === 'w:tbl') return child;
      if (child.name !== 'w:p') return marked(child);
      const heading = levelOf(child) === undefined ? undefined : headings[place];
      if (heading === undefined) return child;
      place += 1;
      const id = String(FIRST_BOOKMARK + place);
      const isProperties = (part: XmlNode): boolean => isElement(part) && part.name === 'w:pPr';
      return {
        ...child,
        children: [
          ...child.children.filter(isProperties),
          element('w:bookmarkStart', { 'w:id': id, 'w:name': heading.bookmark }),
          ...child.children.filter((part) => !isProperties(part)),
          element('w:bookmarkEnd', { 'w:id': id }),
        ],
      };
    });
    return { ...node, children };
  }

  let isFilled = false;
  function fill(node: XmlElement): XmlElement {
    const children = node.children.flatMap((child): XmlNode[] => {
      if (!isElement(child)) return [child];
      const entries = child.name === 'w:p' ? contents(child) : undefined;
      isFilled ||= entries !== undefined;
      return entries ?? [fill(child)];
    });
    const isField = (
      { instruction }: Pick<FieldPlace, 'instruction'>,
      result: readonly XmlNode[],
    ): readonly XmlNode[] | undefined => {
      const number = sequences.next(instruction);
      if (!result.some(shows)) return formulaOf(instruction) ?? numberOf(number);
      // LibreOffice would show an error instead of the stored result.
      const target = REFERENCE.exec(instruction)?.[1];
      return target === undefined || bookmarks.has(target.toLowerCase()) ? undefined : result;
    };
    const simple = (field: XmlElement): readonly XmlNode[] | undefined =>
      isField({ instruction: field.attributes['w:instr'] ?? '' }, field.children);
    const hasFields = children.some(
      (child) => markOf(child) === 'begin' || (isElement(child) && child.name === 'w:fldSimple'),
    );
    return { ...node, children: hasFields ? replaceFields(children, isField, simple) : children };
  }

  const filled = fill(root);
  const whole = isFilled ? marked(filled) : filled;
  return { ...whole, attributes: { 'xmlns:m': MATH, ...whole.attributes } };
}
