import { appendAll, maxOf, minOf } from '../../../base/arrays.ts';
import { type Inline, inlineText, type TreeBlock, textRun } from '../../../document/document-tree.ts';
import { edgesOf, isAmid, sharedHeight } from '../../../shared/geometry/box.ts';
import { withLineStyle } from '../../../shared/page-layout/block-look.ts';
import { isNumberedCaption } from '../../../shared/page-layout/caption.ts';
import { markOfContent, withReferences } from '../../../shared/page-layout/footnotes.ts';
import { plainGlyphs } from '../../../shared/page-layout/glyphs.ts';
import { dropStart } from '../../../shared/page-layout/join-lines.ts';
import { codeText, isCode, plainStyle, toImage } from '../../../shared/page-layout/layout-tree.ts';
import type { TextLine } from '../../../shared/page-layout/text-line.ts';
import {
  isRightToLeftPage,
  type PlacedImage,
  type SourcePage,
  type TextRun,
} from '../../../shared/page-layout/text-run.ts';
import type { KnownWords } from '../../../shared/text/known-words.ts';
import { blockFinder, isContent, isDivision, levelOf } from './element-kinds.ts';
import { lineEndsOf } from './line-ends.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';
import { nestLists, taggedList } from './tagged-list.ts';
import type { TaggedPages } from './tagged-pages.ts';
import { taggedTable } from './tagged-table.ts';
import {
  addText,
  type ColumnLines,
  contentOf,
  linesOf,
  type PageText,
  replaced,
  whereOf,
} from './tagged-text.ts';

// Maximum characters of the label of a note.
const MAX_LABEL = 5;

type Kid = TagElement | TaggedContent;

/** What the blocks of a file are made of. */
export interface TaggedSource {
  /** The pages whose tags are plausible, by number. */
  readonly pages: ReadonlyMap<number, SourcePage>;
  readonly tags: TaggedPages;
  readonly known: KnownWords;
  readonly keepsLines: boolean;
  /** Set if looks are kept. */
  readonly textSize: number | undefined;
}

/** The blocks of the pages in tag order, and their notes. */
export interface TaggedContentBlocks {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
  /** The text of notes that nothing refers to. */
  readonly unreferred: readonly TreeBlock[];
  /** The runs and images that are part of them. */
  readonly used: ReadonlySet<TextRun | PlacedImage>;
}

/** A footnote with its mark and without it. */
interface TaggedNote {
  readonly whole: readonly TreeBlock[];
  readonly blocks: readonly TreeBlock[];
}

/** A reference to a note, whose number is known once all references are found. */
type NoteReference = {
  -readonly [Key in keyof Extract<Inline, { kind: 'note' }>]: Extract<Inline, { kind: 'note' }>[Key];
};

/** Reads the elements of a tagged file. */
export interface ElementReader {
  readonly source: TaggedSource;
  /** The left edges of the labels of lists, in points. */
  readonly listStarts: Map<TreeBlock, number>;
  /** Returns the blocks that some kids of an element are. */
  readonly blocksIn: (kids: readonly Kid[]) => TreeBlock[];
  /** Returns kids without their repetitions on further pages, as of header cells above each part of a table. */
  readonly withoutRepeats: (kids: readonly Kid[]) => readonly Kid[];
  /** Returns the lines of the text in some kids, without that of blocks in them. */
  readonly linesIn: (kids: readonly Kid[]) => readonly ColumnLines[];
}

const isRtlPage = ({ runs }: SourcePage): boolean => isRightToLeftPage(runs);

/** Groups the content of pages by its mark. */
function byMark<Item extends { readonly mark?: number | undefined }>(
  { pages, tags }: TaggedSource,
  itemsOf: (page: SourcePage) => readonly Item[],
): (content: TaggedContent) => readonly Item[] {
  const found = new Map(
    [...pages].map(([number, page]) => [
      number,
      Map.groupBy(itemsOf(page), ({ mark }) => tags.markIn(number, mark)),
    ]),
  );
  return ({ page, mark }) => found.get(page)?.get(mark) ?? [];
}

const sectionTypes = new Set(['Sect', 'Part', 'Art']);

/** Builds the blocks of the pages of a tagged file. */
export function taggedBlocks(source: TaggedSource): TaggedContentBlocks {
  const { pages, tags, known, keepsLines, textSize } = source;
  // Formulas that are images are laid out by their geometry.
  const runsOf = byMark(source, ({ runs, aside, figures = [] }) => {
    const formulas = figures.filter(({ isFormula }) => isFormula === true);
    return [...runs, ...aside].filter((run) => !formulas.some((formula) => isAmid(run, formula)));
  });
  const imagesOf = byMark(source, ({ images }) => images);
  const isBlock = blockFinder();
  const ends = lineEndsOf(tags.tree.root, runsOf);
  const used = new Set<TextRun | PlacedImage>();
  const rtl = new Map([...pages].map(([number, page]) => [number, isRtlPage(page)]));
  const codeLines = new Map<TreeBlock, readonly TextLine[]>();
  const open = new Map<number, Map<string, number>>();
  const found: TaggedNote[] = [];
  const references: NoteReference[] = [];
  const listStarts = new Map<TreeBlock, number>();

  /** Collects the text of content and of inline elements, and the blocks among them. */
  function collect(
    kids: readonly Kid[],
    texts: PageText[],
    blocks: TagElement[],
    href: string | undefined,
  ): void {
    for (const kid of kids) {
      if (isContent(kid)) {
        const runs = runsOf(kid).filter((run) => !used.has(run));
        for (const run of runs) used.add(run);
        const linked = href === undefined ? runs : runs.map((run) => ({ ...run, href: run.href ?? href }));
        addText(texts, kid.page, linked);
      } else if (isBlock(kid)) blocks.push(kid);
      else if (kid.actualText === undefined) collect(kid.kids, texts, blocks, kid.href ?? href);
      else {
        const own: PageText[] = [];
        collect(kid.kids, own, blocks, kid.href ?? href);
        for (const { page, runs } of replaced(own, kid.actualText)) addText(texts, page, runs);
      }
    }
  }

  const linesOfTexts = (texts: readonly PageText[]): ColumnLines[] =>
    linesOf(texts, rtl.get(texts[0]?.page ?? 0) ?? false, ends);

  /** Returns the content of a text with references to notes, and with looks if they are kept. */
  function styled(columns: readonly ColumnLines[], isHeading: boolean) {
    const [first] = columns;
    if (first === undefined) return { content: [] };
    const plain = contentOf(columns, known, !isHeading, ends);
    const marks = open.get(first.page);
    const content = marks === undefined ? plain : withReferences(plain, marks);
    for (const inline of content) if (inline.kind === 'note') references.push(inline);
    if (textSize === undefined) return { content };
    const runs = pages.get(first.page)?.runs ?? [];
    const left = minOf(first.lines.map(({ x }) => x));
    const right = maxOf(first.lines.map((line) => line.right));
    const edges = pageEdges(first.page, runs);
    return withLineStyle(
      {
        kind: 'text',
        page: first.page,
        lines: first.lines,
        left,
        right,
        isApart: false,
        column: { ...edges, middle: (pages.get(first.page)?.width ?? 0) / 2 },
      },
      content,
      isHeading ? undefined : textSize,
    );
  }

  const edgesByPage = new Map<number, { readonly left: number; readonly right: number }>();
  function pageEdges(page: number, runs: readonly TextRun[]) {
    let [left, right] = [Infinity, -Infinity];
    const edges = edgesByPage.get(page);
    if (edges !== undefined) return edges;
    for (const run of runs) [left, right] = [Math.min(left, run.x), Math.max(right, run.x + run.width)];
    edgesByPage.set(page, { left, right });
    return { left, right };
  }

  function paragraphOf(columns: readonly ColumnLines[], lang: string | undefined): TreeBlock[] {
    const where = whereOf(columns, keepsLines);
    const [first] = columns;
    if (first === undefined) return [];
    const lines = columns.flatMap((column) => column.lines);
    if (isCode({ lines })) {
      const code: TreeBlock = { kind: 'code', text: codeText(lines), ...where };
      codeLines.set(code, lines);
      return [code];
    }
    const { content, ...style } = styled(columns, false);
    if (content.length === 0) return [];
    const role = isNumberedCaption(first.lines[0]?.text ?? '') ? ({ role: 'caption' } as const) : {};
    return [
      { kind: 'paragraph', content, ...where, ...style, ...role, ...(lang === undefined ? {} : { lang }) },
    ];
  }

  function firstRun(kid: Kid): TextRun | undefined {
    if (isContent(kid)) return runsOf(kid)[0];
    for (const each of kid.kids) {
      const run = firstRun(each);
      if (run !== undefined) return run;
    }
    return undefined;
  }

  /** Returns true if the first texts of two kids are on one line. */
  const startLevel = (before: Kid, kid: Kid): boolean => {
    const [one, other] = [firstRun(before), firstRun(kid)];
    return one !== undefined && other !== undefined && sharedHeight(edgesOf(one), edgesOf(other)) > 0;
  };

  /** Returns the blocks of kids: text between inner blocks is a paragraph. */
  function blocksIn(kids: readonly Kid[], sections = 0, lang?: string): TreeBlock[] {
    const blocks: TreeBlock[] = [];
    let inline: Kid[] = [];
    const isInline = (kid: Kid): boolean => isContent(kid) || !isBlock(kid);
    const areDivisions = kids.filter(isInline).every(isDivision);
    const flush = (): void => {
      const [only, ...others] = inline;
      if (only === undefined) return;
      appendAll(
        blocks,
        areDivisions && others.length === 0 && isDivision(only)
          ? blocksIn(only.kids, sections, lang)
          : textBlocks(inline, undefined, sections, lang),
      );
      inline = [];
    };
    for (const kid of kids) {
      const before = inline.at(-1);
      if (isContent(kid) || !isBlock(kid)) {
        // Divisions on one line are read as a line.
        if (areDivisions && before !== undefined && !startLevel(before, kid)) flush();
        inline.push(kid);
      } else {
        flush();
        appendAll(blocks, blocksOf(kid, sections, lang));
      }
    }
    flush();
    return nestLists(joinCode(blocks), listStarts);
  }

  /** Joins lines of code that are tagged as paragraphs. */
  function joinCode(blocks: readonly TreeBlock[]): TreeBlock[] {
    const joined: TreeBlock[] = [];
    let group: TreeBlock[] = [];
    for (const [at, block] of blocks.entries()) {
      if (!codeLines.has(block)) {
        joined.push(block);
        continue;
      }
      group.push(block);
      const next = blocks[at + 1];
      if (next !== undefined && codeLines.has(next) && next.page === block.page) continue;
      const text = codeText(group.flatMap((each) => codeLines.get(each) ?? []));
      const lines = group.flatMap((each) => each.lines ?? []);
      joined.push({
        kind: 'code',
        text,
        page: block.page,
        places: group.flatMap(({ places = [] }) => places),
        ...(keepsLines ? { lines } : {}),
      });
      group = [];
    }
    return joined;
  }

  /** Returns the block of a text, and those of the blocks in it, which follow it. */
  function textBlocks(
    kids: readonly Kid[],
    element: TagElement | undefined,
    sections: number,
    lang: string | undefined,
  ): TreeBlock[] {
    const texts: PageText[] = [];
    const inner: TagElement[] = [];
    collect(kids, texts, inner, undefined);
    const whole = element?.actualText === undefined ? texts : replaced(texts, element.actualText);
    const columns = linesOfTexts(whole);
    const level = element === undefined ? undefined : levelOf(element, sections);
    const blocks: TreeBlock[] = [];
    if (level === undefined) appendAll(blocks, paragraphOf(columns, lang));
    else {
      const { content, ...style } = styled(columns, true);
      const where = whereOf(columns, keepsLines);
      if (content.length > 0)
        blocks.push({ kind: 'heading', level, content: plainStyle(content), ...where, ...style });
    }
    for (const each of inner) appendAll(blocks, blocksOf(each, sections, lang));
    return blocks;
  }

  /** Returns the images of a figure with its alternative text, which is that of its labels if it states none. */
  function figureBlocks(element: TagElement, sections: number): TreeBlock[] {
    const content: TaggedContent[] = [];
    const inner: TagElement[] = [];
    const visit = (kids: readonly Kid[]): void => {
      for (const kid of kids) {
        if (isContent(kid)) content.push(kid);
        else if (isBlock(kid)) inner.push(kid);
        else visit(kid.kids);
      }
    };
    visit(element.kids);
    const texts: PageText[] = [];
    collect(content, texts, [], undefined);
    const columns = linesOfTexts(texts);
    const page = content[0]?.page ?? element.page ?? 0;
    const drawn =
      pages.get(page)?.figures?.filter((each) => 'element' in each && each.element === element) ?? [];
    const tagged = content.flatMap(imagesOf);
    for (const image of tagged) used.add(image);
    const images = [
      ...tagged,
      ...drawn.flatMap(({ image: index, ...box }) => (index === undefined ? [] : { ...box, index })),
    ];
    const rest = inner.flatMap((each) => blocksOf(each, sections, undefined));
    const labels = columns.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ');
    const alt = element.alt ?? element.actualText ?? labels.replaceAll(/\s+/g, ' ').trim();
    if (images.length === 0 && columns.length > 0) return [...paragraphOf(columns, undefined), ...rest];
    if (images.length === 0 && pages.has(page) && alt !== '')
      return [{ kind: 'paragraph', content: [textRun(plainGlyphs(alt))], page }, ...rest];
    return [
      ...images.flatMap((image, at) =>
        toImage({ kind: 'image', page, image: { ...image, alt: at === 0 ? alt : '' } }),
      ),
      ...rest,
    ];
  }

  function blocksOf(element: TagElement, sections: number, around: string | undefined): TreeBlock[] {
    const lang = element.lang ?? around;
    const { type, kids } = element;
    switch (type) {
      case 'Artifact':
        return [];
      case 'Table':
        return taggedTable(element, reader);
      case 'L':
        return taggedList(element, reader);
      case 'Figure':
        return figureBlocks(element, sections);
      case 'Note':
      case 'FENote':
        return [...(notesInPlace.get(element) ?? [])];
      case 'BlockQuote': {
        const inside = blocksIn(kids, sections, lang);
        return inside.length === 0 ? [] : [{ kind: 'quote', blocks: inside }];
      }
      case 'Caption':
        return blocksIn(kids, sections, lang).map((block) =>
          block.kind === 'paragraph' ? { ...block, role: 'caption' } : block,
        );
      default: {
        if (type === 'P' || type === 'TOCI' || levelOf(element, sections) !== undefined)
          return textBlocks(kids, element, sections, lang);
        return blocksIn(kids, sections + (sectionTypes.has(type) ? 1 : 0), lang);
      }
    }
  }

  /** Returns kids without their repetitions on further pages, as of header cells above each part of a table. */
  function withoutRepeats(kids: readonly Kid[]): readonly Kid[] {
    const texts = new Map<number, TextRun[]>();
    const visit = (some: readonly Kid[]): void => {
      for (const kid of some) {
        if (!isContent(kid)) visit(kid.kids);
        else {
          const runs = texts.get(kid.page) ?? [];
          texts.set(kid.page, runs);
          appendAll(runs, runsOf(kid));
        }
      }
    };
    visit(kids);
    const textOf = (runs: readonly TextRun[]): string => runs.map(({ text }) => text.trim()).join(' ');
    const [first, ...others] = texts.values();
    for (const runs of others)
      if (first !== undefined && textOf(runs) === textOf(first)) for (const run of runs) used.add(run);
    return kids;
  }

  const reader: ElementReader = {
    source,
    listStarts,
    withoutRepeats,
    blocksIn: (kids) => blocksIn(kids),
    linesIn: (kids) => {
      const texts: PageText[] = [];
      collect(kids, texts, [], undefined);
      return linesOfTexts(texts);
    },
  };

  // Notes are read first, because references to them precede them.
  const notesInPlace = new Map<TagElement, readonly TreeBlock[]>();
  const readNotes = (element: TagElement): void => {
    for (const kid of element.kids) {
      if (isContent(kid)) continue;
      if (kid.type === 'Note' || kid.type === 'FENote') readNote(kid);
      else readNotes(kid);
    }
  };
  /** Joins the label of a note that is a block of its own with the text after it. */
  function withLabel(blocks: readonly TreeBlock[]): readonly TreeBlock[] {
    const [label, text, ...others] = blocks;
    if (label?.kind !== 'paragraph' || text?.kind !== 'paragraph') return blocks;
    if (inlineText(label.content).trim().length > MAX_LABEL) return blocks;
    return [{ ...text, content: [...label.content, textRun(' '), ...text.content] }, ...others];
  }
  function readNote(element: TagElement): void {
    const blocks = withLabel(blocksIn(element.kids));
    const [first, ...others] = blocks;
    const mark = first?.kind === 'paragraph' ? markOfContent(first.content) : undefined;
    const marks = open.get(first?.page ?? 0) ?? new Map<string, number>();
    if (first?.kind !== 'paragraph' || mark === undefined || marks.has(mark)) {
      notesInPlace.set(element, blocks);
      return;
    }
    open.set(first.page ?? 0, marks.set(mark, found.length));
    found.push({
      whole: blocks,
      blocks: [{ ...first, content: dropStart(first.content, mark.length) }, ...others],
    });
  }
  readNotes(tags.tree.root);

  const blocks = blocksIn(tags.tree.root.kids);
  const kept = new Map([...new Set(references.map(({ note }) => note))].map((note, at) => [note, at]));
  const notes = [...kept.keys()].map((note) => found[note]?.blocks ?? []);
  for (const reference of references) reference.note = kept.get(reference.note) ?? 0;
  const unreferred = found.flatMap((note, at) => (kept.has(at) ? [] : note.whole));
  return { blocks, notes, unreferred, used };
}
