import { endCode, type FlatBlock } from '../../../document/assemble-blocks.ts';
import { alternative } from '../../../shared/ooxml/drawing-properties.ts';
import { isAbsentChange, markOfChange } from '../../../shared/wordprocessing/review.ts';
import { elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext } from './context.ts';
import { insideControl } from './form-fields.ts';
import { readMarker } from './markers.ts';
import { type Carry, readParagraph } from './paragraph.ts';
import { readTable } from './table.ts';

/** Reads one child of a body, cell, note or text box. */
export function readBodyElement(
  element: XmlElement,
  context: DocxContext,
  carry: Carry,
  out: FlatBlock[],
): void {
  const readInside = (parent: XmlElement | undefined, inner: DocxContext = context): void => {
    for (const child of elementsOf(parent)) readBodyElement(child, inner, carry, out);
  };
  switch (element.name) {
    case 'w:p': {
      const blocks = readParagraph(element, context, carry);
      if (blocks.length === 0 && carry.line === undefined) endCode(out);
      for (const block of blocks) out.push(block);
      break;
    }
    case 'w:tbl':
      for (const block of readTable(element, context)) out.push(block);
      break;
    case 'w:sdt':
      readInside(element, insideControl(element, context));
      break;
    case 'w:sdtContent':
    case 'w:customXml':
    case 'w:smartTag':
      readInside(element);
      break;
    case 'w:ins':
    case 'w:moveTo':
    case 'w:del':
    case 'w:moveFrom':
      if (!isAbsentChange(element.name, context.changes))
        readInside(element, { ...context, change: markOfChange(element.name) });
      break;
    case 'mc:AlternateContent':
      readInside(alternative(element));
      break;
    case 'w:subDoc':
    case 'm:oMathPara':
    case 'm:oMath':
      for (const block of readParagraph({ name: 'w:p', attributes: {}, children: [element] }, context, carry))
        out.push(block);
      break;
    case 'w:altChunk':
      for (const block of context.embedded.blocks(context.part, element.attributes['r:id']))
        out.push({ kind: 'block', block });
      break;
    default:
      readMarker(element, context);
  }
}

/** Reads all children of a body, cell, note or text box. */
export function readBlocks(parent: XmlElement, context: DocxContext): FlatBlock[] {
  const out: FlatBlock[] = [];
  const carry: Carry = { line: undefined };
  for (const child of elementsOf(parent)) readBodyElement(child, context, carry, out);
  // Keep the content before a deletion that extends to the end.
  if (carry.line !== undefined)
    for (const block of readParagraph({ name: 'w:p', attributes: {}, children: [] }, context, carry))
      out.push(block);
  return out;
}
