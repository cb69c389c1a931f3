import { countOf } from '../../base/count-of.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { DocumentTree, ReadDocument } from '../../document/document-tree.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import { ConversionError } from '../../errors.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { emptyFieldWarnings } from '../../shared/wordprocessing/fields.ts';
import { createHiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import { noReview, type ReviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { readControlSymbol, readControlWord } from './control-words.ts';
import { createDeclarations } from './declarations.ts';
import { isPageWhite } from './paint-words.ts';
import { flushText, readHexByte, readPlainText } from './pending-text.ts';
import { type RtfReading, startReading } from './reading.ts';
import { readTokens } from './tokens.ts';

// Nested groups. Word writes about 30.
const MAX_GROUPS = 1000;
// Bytes in which a file must start with a group; only a byte order mark and white space can precede it.
const START_BYTES = 64;

/** Throws ConversionError `corrupt_document` if a file is not RTF. Accepts fragments without `\rtf`. */
function checkStart(bytes: Uint8Array): void {
  const length = Math.min(START_BYTES, bytes.byteLength);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
  if (/^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(start)) return;
  throw new ConversionError(
    'corrupt_document',
    'The file is not RTF: it does not start with {\\rtf. Save the document again.',
  );
}

function openGroup(reading: RtfReading): void {
  flushText(reading);
  reading.fallbackLeft = 0;
  if (reading.groups.length >= MAX_GROUPS) {
    throw new ConversionError(
      'too_complex',
      `The document has groups nested more than ${MAX_GROUPS} deep. Simplify it.`,
    );
  }
  reading.groups.push(reading.state);
  reading.state = { ...reading.state, isIgnorable: false, atEnd: undefined };
}

function closeGroup(reading: RtfReading): void {
  flushText(reading);
  reading.fallbackLeft = 0;
  reading.state.atEnd?.();
  reading.state = reading.groups.pop() ?? reading.state;
}

/**
 * Reads a Rich Text Format document (RTF 1.9.1). Skips hidden text, and embedded objects except their text; page headers and
 * footers too, unless there is nothing else. By default it keeps insertions, skips deletions and leaves
 * comments out of the text.
 *
 * Throws ConversionError `too_complex` for groups nested too deep, `corrupt_document` for a file that is not RTF. Skips
 * any other damage.
 */
export function readRtf(bytes: Uint8Array, needs: Needs, review: ReviewOptions = noReview()): ReadDocument {
  checkStart(bytes);
  const declared = createDeclarations();
  const imageStore = createImageStore(needs);
  const hidden = createHiddenTexts(review.hidden === 'keep', () => isPageWhite(bytes));
  const reading = startReading(declared, imageStore, review, hidden);
  readTokens(bytes, {
    open: () => openGroup(reading),
    close: () => closeGroup(reading),
    word: (name, parameter) => readControlWord(reading, name, parameter),
    symbol: (symbol) => readControlSymbol(reading, symbol),
    hex: (byte) => readHexByte(reading, byte),
    text: (text) => readPlainText(reading, text),
    binary: (data) => {
      if (reading.state.destination === 'image') reading.image?.binary(data);
    },
  });
  flushText(reading);
  while (reading.groups.length > 0) closeGroup(reading);
  const [body] = reading.flows;
  const text = assembleBlocks(body?.finish(reading.state.paragraph) ?? []);
  const tree: DocumentTree = {
    hub: 'document',
    format: 'rtf',
    metadata: declared.info.documentInfo(),
    blocks: text.length === 0 ? reading.furniture.blocks : text,
    notes: reading.notes,
    images: imageStore.images,
    page_count: declared.info.pages(),
    paper: declared.page.paper(),
    comments: reading.comments.list,
    furniture: reading.furniture.list(),
    hidden_text: hidden.list(),
  };
  const warnings = [
    ...hiddenWarnings(hidden.list()),
    ...leftOutWarning(
      reading.embeddedObjects === 0 ? [] : [countOf(reading.embeddedObjects, 'embedded object')],
    ),
    ...emptyFieldWarnings(reading.emptyFields),
    ...imageStore.warnings(),
  ];
  return { tree, warnings };
}
