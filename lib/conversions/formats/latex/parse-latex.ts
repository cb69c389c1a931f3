import { ConversionError } from '../../errors.ts';
import { h, nodesOf } from '../html/build-elements.ts';
import type { HtmlNode } from '../html/html-node.ts';
import { macroNames } from './macro-names.ts';

/** A LaTeX document as HTML nodes, with the metadata of its preamble. */
export interface LatexDocument {
  readonly title: readonly HtmlNode[];
  readonly authors: readonly (readonly HtmlNode[])[];
  readonly date: readonly HtmlNode[];
  readonly body: readonly HtmlNode[];
}

// Maximum characters. Time per character is constant: some seconds at this limit.
const MAX_CHARACTERS = 1_000_000;
// Maximum characters to which the document's own commands expand.
const MAX_EXPANDED = 1_000_000;

// Maximum consecutive empty lines that are kept. In a formula, the parser's time is quadratic in their number.
const MAX_EMPTY_LINES = 20;

function withoutLongGaps(text: string): string {
  let empty = 0;
  const lines = text.split('\n').filter((line) => {
    empty = line.trim() === '' ? empty + 1 : 0;
    return empty <= MAX_EMPTY_LINES;
  });
  return lines.join('\n');
}

const definition =
  /(\\(?:re|provide)?newcommand\*?\s*(?:\{\s*\\[a-zA-Z]+\s*\}|\\[a-zA-Z]+)\s*)\[([^\]\\]*)\]/g;

/** Removes parameter counts above nine, which TeX refuses. The parser would create an object for each parameter. */
const withoutWrongCounts = (text: string): string =>
  text.replace(definition, (whole, command: string, count: string) =>
    /^\s*\d\s*$/.test(count) ? whole : command,
  );

/** A node of hast, the tree that the parser's converter creates. */
interface PageNode {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly children?: readonly PageNode[];
}

const asText = (value: unknown): string | undefined =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : undefined;

/** Returns a hast node as an element or text. */
function nodeOf({ value = '', tagName, properties = {}, children = [] }: PageNode): HtmlNode {
  return tagName === undefined
    ? value
    : h(tagName, children.map(nodeOf), {
        class: asText(properties.className),
        href: asText(properties.href),
        style: asText(properties.style),
        'data-open-mark': asText(properties.dataOpenMark),
      });
}

const tooLong = (what: string): ConversionError =>
  new ConversionError('too_complex', `The LaTeX file has more than ${what}. Split it.`);

/** Maps an error of the parser: its stack overflows on deep nesting and on very long paragraphs. */
export function latexFault(cause: unknown): ConversionError {
  if (cause instanceof ConversionError) return cause;
  return cause instanceof RangeError
    ? new ConversionError(
        'too_complex',
        'The LaTeX file is nested too deeply, or one of its paragraphs is too long. Split it.',
        { cause },
      )
    : new ConversionError('corrupt_document', 'The LaTeX file cannot be read. Correct its markup.', {
        cause,
      });
}

async function loadParser() {
  const [{ unified }, parse, hast, macros, args, markup] = await Promise.all([
    import('unified'),
    import('@unified-latex/unified-latex-util-parse'),
    import('@unified-latex/unified-latex-to-hast'),
    import('@unified-latex/unified-latex-util-macros'),
    import('@unified-latex/unified-latex-util-arguments'),
    import('@unified-latex/unified-latex-util-html-like'),
  ]);
  return { unified, ...parse, ...hast, ...macros, ...args, ...markup };
}

type Parser = Awaited<ReturnType<typeof loadParser>>;
type Root = ReturnType<Parser['parse']>;
type Node = Root['content'][number];

/** Expands the document's own commands, except those that use other own commands. */
function expandOwnCommands(parser: Parser, root: Root, text: string): void {
  const defined = parser.listNewcommands(root);
  const names = new Set(defined.map(({ name }) => name));
  const flat = defined.filter(
    ({ body }) => !body.some((node) => node.type === 'macro' && names.has(node.content)),
  );
  if (flat.length === 0) return;
  let characters = 0;
  const used = text.matchAll(/\\([a-zA-Z]{1,64})/g);
  const lengths = new Map(flat.map(({ name, body }) => [name, JSON.stringify(body).length]));
  // The JSON of a node is about a hundred times as long as its text.
  for (const [, name = ''] of used) characters += (lengths.get(name) ?? 0) / 100;
  if (characters > MAX_EXPANDED) throw tooLong(`${MAX_EXPANDED} characters in the commands that it defines`);
  parser.attachMacroArgs(root, Object.fromEntries(flat.map(({ name, signature }) => [name, { signature }])));
  parser.expandMacrosExcludingDefinitions(root, flat);
}

const isMacro = (node: Node, name: string): node is Extract<Node, { type: 'macro' }> =>
  node.type === 'macro' && node.content === name;

// Commands of one character. The converter drops spaces after them.
const signs: ReadonlySet<string> = new Set(['&', '%', '#', '$', '_', '{', '}']);

// Commands of other packages whose arguments are also text.
const boxes =
  'mbox makebox fbox framebox parbox raisebox enquote texorpdfstring textnormal marginpar hyperref hyperlink hypertarget resizebox scalebox rotatebox colorbox fcolorbox multirow';
const wrapped: ReadonlySet<string> = new Set([
  ...macroNames,
  ...boxes.split(' '),
  'item',
  'bibitem',
  'multicolumn',
]);

/** Environments with a title as their argument; the converter drops it. */
export const theorems: ReadonlySet<string> = new Set(
  'theorem lemma corollary proposition definition remark example proof'.split(' '),
);

const bracketed = (content: readonly Node[]): Node[] => [
  { type: 'string', content: '(' },
  ...content,
  { type: 'string', content: ')' },
  { type: 'whitespace' },
];

/** Replaces commands that the converter does not support by HTML nodes, so that it converts their arguments. */
function withKnownCommands(parser: Parser, nodes: readonly Node[], isDefinition = false): Node[] {
  const inside = (content: readonly Node[], environment = ''): Node[] =>
    withKnownCommands(parser, content, environment === 'description');
  return nodes.map((node): Node => {
    if (node.type === 'macro' && signs.has(node.content) && node.args === undefined)
      return { type: 'string', content: node.content };
    if (node.type === 'macro') {
      const args = node.args?.map((argument) => ({ ...argument, content: inside(argument.content) }));
      // The converter supports items of other lists.
      if (!wrapped.has(node.content) || args === undefined || (node.content === 'item' && !isDefinition))
        return args === undefined ? node : { ...node, args };
      const content = args.map(({ openMark, content: own }) =>
        parser.htmlLike({
          tag: 'span',
          attributes: { className: 'argument', 'data-open-mark': openMark },
          content: own,
        }),
      );
      return parser.htmlLike({
        tag: 'span',
        attributes: { className: `macro macro-${node.content}` },
        content,
      });
    }
    if (node.type === 'environment') {
      const env = String(node.env);
      const title = theorems.has(env)
        ? node.args?.find(({ openMark }) => openMark === '[')?.content
        : undefined;
      const own = [...(title?.length ? bracketed(title) : []), ...node.content];
      return { ...node, content: inside(own, env) };
    }
    return node.type === 'group' ? { ...node, content: inside(node.content) } : node;
  });
}

/** Returns the last argument of the last command with this name, in the preamble or the text. */
function argumentOf(root: Root, name: string): Node[] {
  const inBody = root.content.flatMap((node) =>
    node.type === 'environment' && node.env === 'document' ? node.content : [],
  );
  const found = [...root.content, ...inBody].findLast((node) => isMacro(node, name));
  return found?.type === 'macro' ? (found.args?.at(-1)?.content ?? []) : [];
}

const splitAt = (nodes: readonly Node[], name: string): Node[][] => {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isMacro(node, name)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
};

/**
 * Parses a LaTeX document. Includes no files and runs nothing: an unknown command that the document does not define becomes a
 * node. Throws ConversionError `too_complex` and `corrupt_document`.
 */
export async function parseLatex(text: string): Promise<LatexDocument> {
  if (text.length > MAX_CHARACTERS) throw tooLong(`${MAX_CHARACTERS} characters`);
  const parser = await loadParser();
  try {
    const root = parser
      .unified()
      .use(parser.unifiedLatexFromString)
      .parse(withoutWrongCounts(withoutLongGaps(text)));
    expandOwnCommands(parser, root, text);
    const toPage = (content: readonly Node[]): readonly HtmlNode[] => {
      const part: Root = { type: 'root', content: withKnownCommands(parser, content) };
      // Validation would write and parse the whole page as HTML.
      const toHast = parser.unified().use(parser.unifiedLatexToHast, { skipHtmlValidation: true });
      return nodesOf(toHast.runSync(part).children.map(nodeOf));
    };
    return {
      title: toPage(argumentOf(root, 'title')),
      authors: splitAt(argumentOf(root, 'author'), 'and').map(toPage),
      date: toPage(argumentOf(root, 'date')),
      body: toPage(root.content),
    };
  } catch (error) {
    throw latexFault(error);
  }
}
