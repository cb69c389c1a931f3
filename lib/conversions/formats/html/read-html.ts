import type { Inline, Paper, TreeBlock } from '../../document/document-tree.ts';
import { decodedName } from '../../document/resolve-links.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { safeHref } from '../../document/safe-href.ts';
import { findArticle } from './find-article.ts';
import { framesetOf } from './frames.ts';
import type { HtmlElement, MarkupSyntax } from './html-node.ts';
import { leftOutElements } from './left-out-elements.ts';
import { needsScripts } from './needs-scripts.ts';
import { findNotes, isBackLink, linksOf, linkTargets, referredNote } from './notes.ts';
import { readHead } from './page-info.ts';
import { paperIn } from './page-paper.ts';
import { parseHtml } from './parse-html.ts';
import { type HtmlReading, readBlocks } from './read-elements.ts';
import { foldStyles } from './style-rules.ts';

/** Options of {@link readHtml}. */
export interface ReadHtmlOptions {
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
  /** Resolves a relative URL if the page has no base URL. Returns undefined to drop the link. */
  readonly resolveRelative: (href: string) => string | undefined;
  /** Whether to read only the article of the page, if it has one. Default: no. */
  readonly mainContent?: boolean;
  /** Whether the target keeps the look of the page. Default: no. */
  readonly looks?: boolean | undefined;
  readonly syntax?: MarkupSyntax | undefined;
  /** Number of the first note. */
  readonly firstNote: number;
  /** The document-wide name of an id of this page. Default: the id, if the page links to it. */
  readonly anchorOf?: ((id: string) => string) | undefined;
  /** Notes of a document of several pages. Default: links to other pages refer to no notes. */
  readonly elsewhere?: NotesElsewhere | undefined;
}

/** The notes that pages of one document have for each other. */
interface NotesElsewhere {
  /** The number of the note on another page that a link refers to. */
  readonly numberOf: (link: HtmlElement) => number | undefined;
  /** Numbers of the notes on this page that other pages refer to, by id. */
  readonly here: ReadonlyMap<string, number>;
}

/** The content of a page. */
export interface ReadHtml {
  readonly metadata: DocumentInfo;
  readonly language: string | undefined;
  readonly blocks: TreeBlock[];
  /** The notes of the page, whose numbers start at `firstNote`. */
  readonly notes: TreeBlock[][];
  /** The notes of {@link NotesElsewhere} by number. */
  readonly notesForOthers: ReadonlyMap<number, TreeBlock[]>;
  /** The paper that its styles ask for. */
  readonly paper: Paper | undefined;
  /** Addresses of the frames that it shows in place of content. */
  readonly frames: readonly string[];
  /** Whether content is missing that scripts add. */
  readonly needsScripts: boolean;
  /** The kind of each thing that it shows and that is left out, such as `video`. */
  readonly leftOut: readonly string[];
}

/** Creates a link resolver; `base` is the base URL of the page, if it has one. */
export function linkResolver(
  base: string | undefined,
  resolveRelative: ReadHtmlOptions['resolveRelative'],
  anchorOf: (id: string) => string = (id) => id,
): (href: string) => string | undefined {
  const isWeb = base !== undefined && /^https?:\/\//i.test(base) && URL.canParse(base);
  return (href) => {
    const address = safeHref(href, { allowRelative: true });
    if (address === undefined)
      return href.trim().startsWith('//') ? safeHref(`https:${href.trim()}`) : undefined;
    if (address.startsWith('#')) return `#${anchorOf(address.slice(1))}`;
    if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
    if (!isWeb) return resolveRelative(address);
    return URL.canParse(address, base) ? new URL(address, base).href : undefined;
  };
}

/**
 * Leaves out the text that stands for an image that is not in the file: in articles it mostly repeats the caption or the
 * title.
 */
const withoutAlternatives =
  (placeImage: ReadHtmlOptions['placeImage']): ReadHtmlOptions['placeImage'] =>
  (element) =>
    placeImage(element).filter(({ kind }) => kind === 'image');

/** Reads the blocks, notes and metadata of a page. */
export async function readHtml(html: string, options: ReadHtmlOptions): Promise<ReadHtml> {
  const parsed = await parseHtml(html, options.syntax);
  const root = options.looks === true ? foldStyles(parsed) : parsed;
  const { metadata, language, base } = readHead(root);
  const resolveLink = linkResolver(base, options.resolveRelative, options.anchorOf);
  const article = options.mainContent === true ? await findArticle(html) : undefined;
  const articleRoot = article === undefined ? undefined : await parseHtml(article, options.syntax);
  const content =
    articleRoot === undefined
      ? undefined
      : readContent(articleRoot, resolveLink, {
          ...options,
          placeImage: withoutAlternatives(options.placeImage),
        });
  const whole =
    content !== undefined && content.blocks.length > 0 ? content : readContent(root, resolveLink, options);
  if (whole.blocks.length > 0 || whole.notesForOthers.size > 0)
    return {
      metadata,
      language,
      paper: paperIn(parsed),
      ...whole,
      frames: [],
      needsScripts: needsScripts(root),
      leftOut: leftOutElements(content === whole ? (articleRoot ?? root) : root),
    };
  const { frames, markup } = framesetOf(root);
  const instead = await parseHtml(markup, options.syntax);
  return {
    metadata,
    language,
    paper: undefined,
    ...readContent(instead, resolveLink, options),
    frames,
    needsScripts: false,
    leftOut: [],
  };
}

/** Returns a function that returns an id if the page links to it. */
function idsWithLinks(root: HtmlElement): (id: string) => string | undefined {
  const names = new Set<string>();
  for (const link of linksOf(root)) {
    const { href } = link.attributes;
    if (href?.startsWith('#') !== true || referredNote(link) !== undefined || isBackLink(link)) continue;
    names.add(href.slice(1));
    names.add(decodedName(href.slice(1)));
  }
  return (id) => (names.has(id) ? id : undefined);
}

/** Reads the blocks and notes of a page, or of its article. */
export function readContent(
  root: HtmlElement,
  resolveLink: HtmlReading['resolveLink'],
  {
    placeImage,
    looks = false,
    firstNote,
    anchorOf,
    elsewhere,
  }: Omit<ReadHtmlOptions, 'resolveRelative' | 'mainContent' | 'syntax'>,
): Pick<ReadHtml, 'blocks' | 'notes' | 'notesForOthers'> {
  const noteElements = findNotes(root);
  const forOthers = new Map<number, HtmlElement>();
  const numbersForOthers = new Map<string, number>();
  if (elsewhere !== undefined && elsewhere.here.size > 0) {
    const targets = linkTargets(root);
    for (const [id, number] of elsewhere.here) {
      const target = targets.get(id);
      if (target === undefined) continue;
      forOthers.set(number, target);
      numbersForOthers.set(id, number);
      noteElements.delete(id);
    }
  }
  const reading: HtmlReading = {
    resolveLink,
    placeImage,
    looks,
    anchorOf: anchorOf ?? idsWithLinks(root),
    noteNumbers: new Map([
      ...numbersForOthers,
      ...[...noteElements.keys()].map((id, at): [string, number] => [id, at + firstNote]),
    ]),
    noteElsewhere: elsewhere?.numberOf,
    elsewhere: new Set([...noteElements.values(), ...forOthers.values()]),
  };
  const blocks = readBlocks(root, reading);
  // Notes inside notes are read in place.
  const readNote = (element: HtmlElement): TreeBlock[] =>
    readBlocks(element, { ...reading, elsewhere: new Set() });
  return {
    blocks,
    notes: [...noteElements.values()].map(readNote),
    notesForOthers: new Map([...forOthers].map(([number, element]) => [number, readNote(element)])),
  };
}
