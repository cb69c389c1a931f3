import { appendAll } from '../../base/arrays.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import { type Inline, inlineText, textRun } from '../../document/document-tree.ts';
import { cellText } from '../../document/plain-text.ts';
import { eqInline } from '../../shared/math/eq-field.ts';
import { hyperlinkOf, unfilledIndex } from '../../shared/wordprocessing/fields.ts';
import { commentNote, isInVersion } from '../../shared/wordprocessing/review.ts';
import { commentProperties } from './comments.ts';
import { createFormula, formulaTex } from './formula.ts';
import { createRtfImage } from './image.ts';
import { beginFlow, collectText, flowOf, type RtfReading } from './reading.ts';

/** Begins a field. An EQ field has no result: its instruction is the formula. The placeholder of an unfilled index is left out. */
function beginField(reading: RtfReading): void {
  reading.fieldHref = undefined;
  reading.fieldInstruction = '';
  const { line, paragraph } = flowOf(reading);
  const from = line.length;
  const start = paragraph();
  reading.state.atEnd = () => {
    // The end of a field in this one has cleared the instruction.
    const unfilled =
      paragraph() === start
        ? unfilledIndex(reading.fieldInstruction, inlineText(line.slice(from)), false)
        : undefined;
    if (unfilled !== undefined) {
      line.length = from;
      reading.emptyFields.add(unfilled);
    }
    const inline = line.length === from ? eqInline(reading.fieldInstruction) : undefined;
    reading.fieldInstruction = '';
    if (
      inline !== undefined &&
      reading.state.destination === 'body' &&
      isInVersion(reading.state, reading.changes)
    )
      line.push(inline);
  };
}

function beginNote(reading: RtfReading): void {
  const index = reading.notes.length;
  const { line } = flowOf(reading);
  const at = line.length;
  const isShown = isInVersion(reading.state, reading.changes);
  reading.notes.push([]);
  if (isShown) line.push({ kind: 'note', note: index });
  reading.isEndnote = false;
  beginFlow(reading, (flat) => {
    reading.notes[index] = assembleBlocks(flat);
    if (reading.isEndnote && isShown) line[at] = { kind: 'note', note: index, type: 'endnote' };
    reading.isEndnote = false;
  });
}

/** Reads a comment, which is not part of the text around it. */
function beginComment(reading: RtfReading): void {
  const { line } = flowOf(reading);
  const { comments, notes, writesComments, state, changes } = reading;
  const isShown = writesComments && isInVersion(state, changes);
  beginFlow(reading, (flat) => {
    const blocks = assembleBlocks(flat);
    if (isShown) {
      line.push({ kind: 'note', note: notes.length });
      notes.push(commentNote(comments.author(), blocks));
    }
    comments.finish(cellText({ blocks }).trim());
  });
}

function beginImage(reading: RtfReading): void {
  // Images of headers are decoration.
  if (reading.isInPagePart) {
    reading.state.destination = 'skip';
    return;
  }
  const image = createRtfImage();
  const flow = flowOf(reading);
  reading.state.destination = 'image';
  reading.image = image;
  reading.state.atEnd = () => {
    reading.image = undefined;
    const inlines: Inline[] = reading.imageStore.place(
      image.finish(`image ${reading.imageStore.images.length}`),
    );
    appendAll(flow.line, inlines);
  };
}

/** Reads a header or footer. */
function beginPagePart(reading: RtfReading, name: string): void {
  const { isInPagePart } = reading;
  reading.isInPagePart = true;
  beginFlow(reading, (flat) => {
    reading.isInPagePart = isInPagePart;
    reading.furniture.add(name.startsWith('header') ? 'header' : 'footer', assembleBlocks(flat));
  });
}

/** Reads a property of a shape: the text of WordArt, or an image. */
function beginShapeValue(reading: RtfReading): void {
  const { boxes } = flowOf(reading);
  if (reading.shapeProperty === 'gtextUNICODE')
    collectText(reading, (text) => {
      const content = text.trim() === '' ? [] : [textRun(text.trim())];
      if (content.length > 0) boxes.push({ kind: 'block', block: { kind: 'paragraph', content } });
    });
  else if (reading.shapeProperty !== 'pib') reading.state.destination = 'skip';
}

/** Reads a formula; the image of it that follows is for readers without formulas. */
function beginFormula(reading: RtfReading): void {
  const formula = createFormula();
  const { line } = flowOf(reading);
  const isShown = isInVersion(reading.state, reading.changes);
  reading.state.destination = 'formula';
  reading.state.formula = formula;
  reading.state.atEnd = () => {
    const tex = formulaTex(formula);
    if (tex !== '' && isShown) line.push({ kind: 'math', tex });
  };
}

/** Starts a known destination. Returns false if the word is not one. */
export function beginDestination(reading: RtfReading, name: string): boolean {
  if (commentProperties.has(name)) {
    collectText(reading, (text) => reading.comments.property(name, text));
    return true;
  }
  switch (name) {
    case 'annotation':
      beginComment(reading);
      return true;
    case 'fonttbl':
      reading.state.destination = 'fonts';
      return true;
    case 'colortbl':
      reading.state.destination = 'colours';
      return true;
    case 'stylesheet':
      reading.state.destination = 'styles';
      return true;
    case 'listtable':
      reading.state.destination = 'lists';
      return true;
    case 'listoverridetable':
      reading.state.destination = 'overrides';
      return true;
    case 'info':
      reading.state.destination = 'info';
      return true;
    case 'moMath':
      beginFormula(reading);
      return true;
    case 'mmathPict':
      reading.state.destination = 'skip';
      return true;
    case 'footnote':
      beginNote(reading);
      return true;
    case 'header':
    case 'headerl':
    case 'headerr':
    case 'headerf':
    case 'footer':
    case 'footerl':
    case 'footerr':
    case 'footerf':
      beginPagePart(reading, name);
      return true;
    case 'sn':
      collectText(reading, (name) => {
        reading.shapeProperty = name.trim();
      });
      return true;
    case 'sv':
      beginShapeValue(reading);
      return true;
    case 'objdata':
      reading.embeddedObjects += 1;
      reading.state.destination = 'skip';
      return true;
    case 'shptxt': {
      const outer = flowOf(reading);
      beginFlow(reading, (flat) => appendAll(outer.boxes, flat));
      reading.state.backing = 'unknown';
      return true;
    }
    case 'shp':
    case 'shpinst':
    case 'shppict':
    case 'upr':
    case 'moMathPara':
    case 'nesttableprops':
    case 'object':
    case 'shpgrp':
    case 'pn':
      // In `\upr` the Unicode text (`\ud`) follows the text without.
      if (name === 'upr') reading.state.destination = 'skip';
      return true;
    case 'ud':
      reading.state.destination = reading.groups.at(-2)?.destination ?? 'body';
      return true;
    case 'pict':
      beginImage(reading);
      return true;
    case 'field':
      beginField(reading);
      return true;
    case 'bkmkstart': {
      const { anchors } = flowOf(reading);
      collectText(reading, (text) => anchors.add(text.trim()));
      return true;
    }
    case 'fldinst':
      collectText(reading, (text) => {
        reading.fieldInstruction = text;
        reading.fieldHref = hyperlinkOf(text);
      });
      return true;
    case 'fldrslt':
      reading.state.href = reading.fieldHref ?? reading.state.href;
      return true;
    default:
      return false;
  }
}
