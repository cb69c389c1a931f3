import { appendAll } from '../../../base/arrays.ts';
import { isAbsentChange } from '../../../shared/wordprocessing/review.ts';
import type { Changes } from '../../../shared/wordprocessing/review-options.ts';
import { childOf, descend, elementsOf, type XmlElement, type XmlNode } from '../../../shared/xml/element.ts';

// ECMA-376 part 1, 17.13.5.
const CHANGE = /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel)$/;
const MARKER =
  /^w:(?:cellIns|cellDel|cellMerge|numberingChange|(?:moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End))$/;
/** Earlier properties of the element that contains them. */
const EARLIER = /^w:(?:rPr|pPr|sectPr|tblPr|tblPrEx|trPr|tcPr|tblGrid)Change$/;
/** Properties that a change of the others does not repeat. */
const KEPT = /^w:(?:rPr|sectPr|headerReference|footerReference)$/;
const BLOCK = /^w:(?:p|tbl)$/;
/** Marks of positions. */
const BETWEEN_BLOCKS = /^w:(?:bookmark|commentRange|perm)(?:Start|End)$/;
/** Containers that need a paragraph; a cell also ends with one. */
const NEEDS_PARAGRAPH = /^w:(?:tc|hdr|ftr|footnote|endnote|comment|txbxContent)$/;
const SHOWS =
  /^(?:w:(?:t|delText|tab|br|sym|drawing|pict|object|footnoteReference|endnoteReference|fldChar)|m:oMath)$/;

const emptyParagraph: XmlElement = { name: 'w:p', attributes: {}, children: [] };

const isElement = (node: XmlNode, name: string): node is XmlElement =>
  typeof node !== 'string' && node.name === name;

/** Whether an element contains text or objects. */
const hasContent = (element: XmlElement): boolean =>
  SHOWS.test(element.name) ||
  [...elementsOf(element)].some((child) => !child.name.endsWith('Pr') && hasContent(child));

/** Whether an element contains a tracked change. */
export const hasWordChanges = (element: XmlElement): boolean =>
  CHANGE.test(element.name) ||
  EARLIER.test(element.name) ||
  element.children.some((child) => typeof child !== 'string' && hasWordChanges(child));

/** How to settle the changes of a document. */
export interface SettleOptions {
  /** All changes, or none. */
  readonly version: Exclude<Changes, 'marked'>;
  /**
   * Whether a row goes with its text. Other formats than DOCX do not say that a row was inserted or deleted, only that its
   * text was.
   */
  readonly dropsEmptiedRows: boolean;
}

/** Accepts (`final`) or rejects (`original`) all tracked changes in a part of WordprocessingML. */
export function settleWordChanges(
  root: XmlElement,
  { version, dropsEmptiedRows }: SettleOptions,
): XmlElement {
  const isGone = ({ name }: XmlElement): boolean => isAbsentChange(name, version);
  const marksGone = (properties: XmlElement | undefined): boolean => [...elementsOf(properties)].some(isGone);

  /** The children that are in the version: of a change that is, its content. */
  function* present(element: XmlElement): Generator<XmlNode> {
    for (const child of element.children) {
      if (typeof child === 'string') yield child;
      else if (isGone(child) || MARKER.test(child.name) || EARLIER.test(child.name)) continue;
      else if (CHANGE.test(child.name)) yield* present(child);
      else yield child;
    }
  }

  /** The properties before they were changed. */
  function earlier(element: XmlElement): XmlElement | undefined {
    const change =
      version === 'final' ? undefined : [...elementsOf(element)].find(({ name }) => EARLIER.test(name));
    if (change === undefined) return undefined;
    const before = [...elementsOf(change)].flatMap(({ children }) => children);
    // The mark of the paragraph and its section are no part of the change.
    const kept =
      element.name === 'w:rPr' ? [] : [...elementsOf(element)].filter(({ name }) => KEPT.test(name));
    const isFirst = ({ name }: XmlElement): boolean => name.endsWith('Reference');
    return {
      ...element,
      children: [...kept.filter(isFirst), ...before, ...kept.filter((each) => !isFirst(each))],
    };
  }

  function renamed({ name }: XmlElement): string {
    if (version === 'final') return name;
    return name === 'w:delText' ? 'w:t' : name === 'w:delInstrText' ? 'w:instrText' : name;
  }

  /** Settles blocks. A paragraph whose mark is gone continues in the next one, which decides how it looks. */
  function settleBlocks(element: XmlElement): XmlNode[] {
    const out: XmlNode[] = [];
    let carried: XmlNode[] = [];
    const paragraph = (properties: readonly XmlNode[], { name, attributes }: XmlElement): XmlElement => {
      const whole = { name, attributes, children: [...properties, ...carried] };
      carried = [];
      return whole;
    };
    const flush = (): void => {
      const rest = paragraph([], emptyParagraph);
      if (hasContent(rest)) out.push(rest);
    };
    for (const child of present(element)) {
      if (typeof child === 'string' || BETWEEN_BLOCKS.test(child.name)) {
        out.push(child);
        continue;
      }
      const settled = settle(child);
      if (settled?.name === 'w:p') {
        const properties = settled.children.filter((node) => isElement(node, 'w:pPr'));
        appendAll(
          carried,
          settled.children.filter((node) => !isElement(node, 'w:pPr')),
        );
        if (!marksGone(descend(child, 'w:pPr', 'w:rPr'))) out.push(paragraph(properties, settled));
      } else if (settled !== undefined) {
        flush();
        out.push(settled);
      }
    }
    flush();
    const last = out.findLast((node) => typeof node !== 'string' && BLOCK.test(node.name));
    const needsOne = NEEDS_PARAGRAPH.test(element.name) && (last === undefined || !isElement(last, 'w:p'));
    return needsOne ? [...out, emptyParagraph] : out;
  }

  /** Whether changes left nothing of a row that had text. */
  const isEmptied = (row: XmlElement, settled: XmlElement): boolean =>
    dropsEmptiedRows && hasContent(row) && !hasContent(settled);

  /** Settles an element; undefined if nothing of it is in the version. */
  function settle(element: XmlElement): XmlElement | undefined {
    const properties = element.name === 'w:tr' ? 'w:trPr' : element.name === 'w:tc' ? 'w:tcPr' : undefined;
    if (properties !== undefined && marksGone(childOf(element, properties))) return undefined;
    const current = earlier(element) ?? element;
    const isContainer =
      NEEDS_PARAGRAPH.test(current.name) ||
      current.children.some(
        (node) => typeof node !== 'string' && (BLOCK.test(node.name) || isGone(node)) && hasBlocks(node),
      );
    const children = isContainer
      ? settleBlocks(current)
      : [...present(current)].flatMap((node) => (typeof node === 'string' ? node : (settle(node) ?? [])));
    const settled = { ...current, name: renamed(current), children };
    if (element.name === 'w:tr')
      return childOf(settled, 'w:tc') === undefined || isEmptied(element, settled) ? undefined : settled;
    if (element.name === 'w:tbl' && childOf(element, 'w:tr') !== undefined)
      return childOf(settled, 'w:tr') === undefined && childOf(settled, 'w:sdt') === undefined
        ? undefined
        : settled;
    return settled;
  }

  const hasBlocks = (node: XmlElement): boolean =>
    BLOCK.test(node.name) || [...elementsOf(node)].some(({ name }) => BLOCK.test(name));

  return settle(root) ?? root;
}
