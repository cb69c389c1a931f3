import type { Tokenizer } from 'htmlparser2';
import { ConversionError } from '../../../errors.ts';
import { nameTable } from '../../base/name-table.ts';

/** An element of a page; names in lower case. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

/** An element or text with its entities resolved. */
export type HtmlNode = HtmlElement | string;

// A node costs 100 bytes or more here, and in a file 4 bytes can make one.
const MAX_NODES = 2_000_000;
// As browsers do (WHATWG leaves it to them; Chromium takes 512): what is deeper is read as if its tags were not there.
const MAX_DEPTH = 400;
// An element has a handful; each is kept.
const MAX_ATTRIBUTES = 100;

/** Throws ConversionError `too_complex` for more elements and pieces of text than memory holds. */
export function checkNodes(nodes: number): void {
  if (nodes <= MAX_NODES) return;
  const message = `The page has more than ${MAX_NODES} elements and pieces of text. Split the page.`;
  throw new ConversionError('too_complex', message);
}

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const voidElements = names(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

const blocks = names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul',
);
const headings = names('h1 h2 h3 h4 h5 h6');

/** What an opening tag ends that was left open (WHATWG HTML 13.1.2.4), up to the nearest of `until`. */
const endedBy: Readonly<
  Record<string, { readonly ends: ReadonlySet<string>; readonly until: ReadonlySet<string> }>
> = nameTable({
  li: { ends: names('li'), until: names('ul ol menu dir table td th') },
  dt: { ends: names('dt dd'), until: names('dl table td th') },
  dd: { ends: names('dt dd'), until: names('dl table td th') },
  option: { ends: names('option'), until: names('select datalist') },
  optgroup: { ends: names('option optgroup'), until: names('select') },
  rt: { ends: names('rt rp rb'), until: names('ruby rtc') },
  rp: { ends: names('rt rp rb'), until: names('ruby rtc') },
  td: { ends: names('td th'), until: names('tr table') },
  th: { ends: names('td th'), until: names('tr table') },
  tr: { ends: names('tr caption colgroup'), until: names('thead tbody tfoot table') },
  thead: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  tbody: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  tfoot: { ends: names('thead tbody tfoot caption colgroup'), until: names('table') },
  body: { ends: names('head'), until: names('html') },
  a: { ends: names('a'), until: names('table td th li p div') },
});
const paragraphs = names('p');
const paragraphScope = names('table td th caption button li blockquote div');

/** What a closing tag does not reach beyond: a cell's stray `</div>` ends nothing outside of the table. */
const scopeOfClosing = names('table td th caption');

interface Frame extends HtmlElement {
  readonly name: string;
}

/**
 * How markup is read: XHTML takes `<a/>` for an empty element, where HTML takes it for one that opens; XML knows no
 * elements that close or are empty by their name.
 */
export type MarkupSyntax = 'html' | 'xhtml' | 'xml';

/** Pages as a tree; a stray or missing tag costs nothing but its own element. Linear in the page's length. */
function createBuilder(syntax: MarkupSyntax) {
  let html = '';
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const stack: Frame[] = [root];
  const open = new Map<string, number>();
  // Elements beyond the depth, by name: their closing tags close nothing.
  const skipped = new Map<string, number>();
  let nodes = 0;
  let name = '';
  let attributes: Record<string, string> = Object.create(null);
  let attributeCount = 0;
  let attributeName = '';
  let value: string[] = [];

  const top = (): Frame => stack.at(-1) ?? root;

  function count(): void {
    nodes += 1;
    checkNodes(nodes);
  }

  function addText(text: string): void {
    if (text === '') return;
    const { children } = top();
    const last = children.length - 1;
    const before = children[last];
    if (typeof before === 'string') children[last] = before + text;
    else {
      count();
      children.push(text);
    }
  }

  function pop(): void {
    const frame = stack.pop();
    if (frame !== undefined) open.set(frame.name, (open.get(frame.name) ?? 1) - 1);
  }

  /** Closes the innermost open element that is one of `ends`, and what is open in it. */
  function closeInnermost(ends: ReadonlySet<string>, until: ReadonlySet<string>): void {
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const frame = stack[at]?.name ?? '';
      if (ends.has(frame)) {
        while (stack.length > at) pop();
        return;
      }
      if (until.has(frame)) return;
    }
  }

  function closeImplied(opened: string): void {
    const rule = endedBy[opened];
    if (rule !== undefined) {
      if ([...rule.ends].some((ended) => (open.get(ended) ?? 0) > 0)) closeInnermost(rule.ends, rule.until);
    } else if (blocks.has(opened)) {
      if (headings.has(opened) && headings.has(top().name)) pop();
      if ((open.get('p') ?? 0) > 0) closeInnermost(paragraphs, paragraphScope);
    }
  }

  function openElement(isSelfClosed: boolean): void {
    if (syntax !== 'xml') closeImplied(name);
    count();
    const element: Frame = { name, attributes, children: [] };
    const isVoid = syntax !== 'xml' && voidElements.has(name);
    if (stack.length > MAX_DEPTH && !isVoid && !isSelfClosed) {
      skipped.set(name, (skipped.get(name) ?? 0) + 1);
      return;
    }
    top().children.push(element);
    if (isVoid || isSelfClosed) return;
    stack.push(element);
    open.set(name, (open.get(name) ?? 0) + 1);
  }

  function closeElement(closed: string): void {
    const beyond = skipped.get(closed) ?? 0;
    if (beyond > 0) {
      skipped.set(closed, beyond - 1);
      return;
    }
    if (closed === 'br') {
      count();
      top().children.push({ name: 'br', attributes: {}, children: [] });
      return;
    }
    if ((open.get(closed) ?? 0) === 0) return;
    const reachesBeyond =
      scopeOfClosing.has(closed) || closed === 'tr' || /^t(?:head|body|foot)$/.test(closed);
    for (let at = stack.length - 1; at > 0; at -= 1) {
      const frame = stack[at]?.name ?? '';
      if (frame === closed) {
        while (stack.length > at) pop();
        return;
      }
      if (reachesBeyond ? frame === 'table' : scopeOfClosing.has(frame)) return;
    }
  }

  const isForeign = (): boolean => (open.get('svg') ?? 0) > 0 || (open.get('math') ?? 0) > 0;

  const callbacks = {
    onopentagname(start: number, end: number): void {
      name = html.slice(start, end).toLowerCase();
      attributes = Object.create(null);
      attributeCount = 0;
    },
    onattribname(start: number, end: number): void {
      attributeName = html.slice(start, end).toLowerCase();
      value = [];
    },
    onattribdata(start: number, end: number): void {
      value.push(html.slice(start, end));
    },
    onattribentity(codePoint: number): void {
      value.push(String.fromCodePoint(codePoint));
    },
    onattribend(): void {
      attributeCount += 1;
      if (attributeCount <= MAX_ATTRIBUTES && attributeName !== '__proto__')
        attributes[attributeName] ??= value.join('');
    },
    onopentagend: (): void => openElement(false),
    onselfclosingtag: (): void => openElement(syntax !== 'html' || isForeign() || name.includes(':')),
    onclosetag: (start: number, end: number): void => closeElement(html.slice(start, end).toLowerCase()),
    ontext: (start: number, end: number): void => addText(html.slice(start, end)),
    ontextentity: (codePoint: number): void => addText(String.fromCodePoint(codePoint)),
    oncdata: (start: number, end: number, endOffset: number): void =>
      addText(html.slice(start, end - endOffset)),
    isInForeignContext: isForeign,
    oncomment: (): void => undefined,
    ondeclaration: (): void => undefined,
    onprocessinginstruction: (): void => undefined,
    onend: (): void => undefined,
  };
  return {
    root,
    callbacks,
    begin: (markup: string): void => {
      html = markup;
    },
    depth: (): number => stack.length - 1,
  };
}

/** Markup that comes in parts. */
export interface HtmlParts {
  /** The root so far. */
  readonly root: HtmlElement;
  /** Reads on. Elements may stay open from one part to the next, tags and comments may not. Throws as {@link parseHtml}. */
  readonly write: (html: string) => void;
  /** How many elements are open. */
  readonly depth: () => number;
}

/** Gives what begins to read markup in parts. */
export async function loadHtmlParts(): Promise<(syntax?: MarkupSyntax) => HtmlParts> {
  const { Tokenizer: HtmlTokenizer } = await import('htmlparser2');
  return (syntax = 'html') => {
    const { root, callbacks, begin, depth } = createBuilder(syntax);
    const settings = {
      decodeEntities: true,
      xmlMode: syntax === 'xml',
      recognizeSelfClosing: syntax !== 'html',
    };
    return {
      root,
      depth,
      write: (html) => {
        begin(html);
        const tokenizer: Tokenizer = new HtmlTokenizer(settings, callbacks);
        tokenizer.write(html);
        tokenizer.end();
      },
    };
  };
}

/**
 * Reads markup. Never fails for what it is, but throws ConversionError `too_complex` for too many elements. Knows no
 * entities but those of HTML, so none can be declared.
 */
export async function parseHtml(html: string, syntax: MarkupSyntax = 'html'): Promise<HtmlElement> {
  const { root, write } = (await loadHtmlParts())(syntax);
  write(html);
  return root;
}
