import type { PDFDict, PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { INVISIBLE } from '../text-runs/hidden-text.ts';
import { contentOperations, type Operand } from './content-operations.ts';
import type { PdfFile } from './pdf-file.ts';

/** A font as the pages of a PDF use it. */
export interface FontUse {
  /** The strings that are shown with it: character codes as the font's encoding divides them. */
  readonly codes: Set<number>;
  /** Whether any of its text can be seen; the text layer of a scan cannot. */
  isVisible: boolean;
}

/** What the contents of a PDF's pages use. */
export interface PageContents {
  readonly fonts: Map<PDFDict, FontUse>;
  readonly hasCmyk: boolean;
  /** Operators that ISO 32000-1 does not have. */
  readonly unknownOperators: Set<string>;
}

// ISO 32000-1, table 51.
const OPERATORS = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc
SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' " true false null`.split(/\s+/),
);

/** What text is shown with. */
interface TextState {
  readonly font: PDFDict | undefined;
  readonly mode: number;
}

const nameIn = (operand: Operand | undefined): string | undefined =>
  typeof operand === 'object' && 'name' in operand ? operand.name : undefined;

const stringsIn = (operand: Operand | undefined): Uint8Array[] => {
  if (operand instanceof Uint8Array) return [operand];
  return Array.isArray(operand) ? operand.filter((item) => item instanceof Uint8Array) : [];
};

/** Reads the contents of all pages, with what they contain: forms, patterns, glyphs of Type 3 fonts, and annotations. */
export function scanPages(file: PdfFile): PageContents {
  const { get, dictOf, streamOf, itemsOf, nameOf, entriesOf, decode, document } = file;
  const fonts: PageContents['fonts'] = new Map();
  const unknownOperators = new Set<string>();
  let hasCmyk = false;
  const seen = new Set<PDFObject>();
  const open: { readonly parts: readonly PDFStream[]; readonly resources: PDFDict | undefined }[] = [];

  /** Adds a stream once, with its own resources. A form without any has those of what contains it, which PDF/A forbids. */
  const add = (value: PDFObject | undefined, inherited: PDFDict | undefined): void => {
    const stream = streamOf(value);
    if (stream === undefined || seen.has(stream)) return;
    seen.add(stream);
    const own = dictOf(get(stream.dict, 'Resources'));
    if (own === undefined && inherited !== undefined && nameOf(get(stream.dict, 'Subtype')) === 'Form')
      file.set(stream.dict, 'Resources', inherited);
    open.push({ parts: [stream], resources: own ?? inherited });
  };

  const addResources = (resources: PDFDict | undefined): void => {
    for (const [, form] of entriesOf(dictOf(get(resources, 'XObject'))))
      if (nameOf(get(dictOf(form), 'Subtype')) === 'Form') add(form, resources);
    for (const [, pattern] of entriesOf(dictOf(get(resources, 'Pattern')))) add(pattern, resources);
    for (const [, state] of entriesOf(dictOf(get(resources, 'ExtGState'))))
      add(get(dictOf(get(dictOf(state), 'SMask')), 'G'), resources);
    for (const [, font] of entriesOf(dictOf(get(resources, 'Font'))))
      for (const [, glyph] of entriesOf(dictOf(get(dictOf(font), 'CharProcs'))))
        add(glyph, dictOf(get(dictOf(font), 'Resources')) ?? resources);
  };

  for (const page of document.getPages()) {
    const contents = page.node.Contents();
    const parts = streamOf(contents) === undefined ? itemsOf(contents) : [contents];
    const resources = page.node.Resources();
    if (resources === undefined) file.set(page.node, 'Resources', file.context.obj({}));
    open.push({ parts: parts.flatMap((part) => streamOf(part) ?? []), resources });
    for (const annotation of itemsOf(get(page.node, 'Annots'))) {
      const normal = get(dictOf(get(dictOf(annotation), 'AP')), 'N');
      for (const stream of streamOf(normal) ? [normal] : entriesOf(dictOf(normal)).map(([, state]) => state))
        add(stream, resources);
    }
  }

  const show = ({ font, mode }: TextState, operand: Operand | undefined): void => {
    if (font === undefined) return;
    const use = fonts.get(font) ?? { codes: new Set<number>(), isVisible: false };
    fonts.set(font, use);
    if (mode !== INVISIBLE) use.isVisible = true;
    const wide = nameOf(get(font, 'Subtype')) === 'Type0';
    for (const bytes of stringsIn(operand)) {
      for (let at = 0; at < bytes.length; at += wide ? 2 : 1) {
        const first = bytes[at] ?? 0;
        use.codes.add(wide ? first * 256 + (bytes[at + 1] ?? 0) : first);
      }
    }
  };

  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { parts, resources } = next;
    addResources(resources);
    const fontNames = dictOf(get(resources, 'Font'));
    let state: TextState = { font: undefined, mode: 0 };
    const saved: TextState[] = [];
    const content = Buffer.concat(
      parts.flatMap((part) => [decode(part) ?? Buffer.alloc(0), Buffer.from('\n')]),
    );
    for (const { operator, operands } of contentOperations(content)) {
      if (!OPERATORS.has(operator)) unknownOperators.add(operator);
      if (operator === 'q') saved.push(state);
      else if (operator === 'Q') state = saved.pop() ?? state;
      else if (operator === 'Tf') {
        const font = dictOf(get(fontNames, nameIn(operands.at(-2)) ?? ''));
        state = { ...state, font };
      } else if (operator === 'Tr') state = { ...state, mode: Number(operands.at(-1)) };
      else if (operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"')
        show(state, operands.at(-1));
      else if (operator === 'k' || operator === 'K') hasCmyk = true;
      else if (operator === 'cs' || operator === 'CS' || operator === 'ID')
        hasCmyk ||= operands.some((operand) => ['CMYK', 'DeviceCMYK'].includes(nameIn(operand) ?? ''));
    }
  }
  return { fonts, hasCmyk, unknownOperators };
}
