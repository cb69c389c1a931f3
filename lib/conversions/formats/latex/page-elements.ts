import {
  type Content,
  codeElement,
  h,
  nodesOf,
  noteReference,
  notesElement,
  texElement,
} from '../html/build-elements.ts';
import type { HtmlElement, HtmlNode } from '../html/html-node.ts';
import { rawText } from '../html/leaf-elements.ts';
import { assigned, citations, footnotes, references, silent } from './macro-names.ts';
import { type LatexDocument, theorems } from './parse-latex.ts';

/** Reads nodes that the parser made. */
type Read = (nodes: readonly HtmlNode[]) => Content;
type Rule = (element: HtmlElement, read: Read, notes: Content[]) => Content;

const classesOf = ({ attributes }: HtmlElement): readonly string[] => (attributes.class ?? '').split(' ');

/** What a command or an environment is called; undefined for other elements. */
const nameOf = (element: HtmlElement, kind: 'macro' | 'environment'): string | undefined => {
  const [first, second] = classesOf(element);
  if (first !== kind) return undefined;
  return kind === 'environment' ? second : second?.slice('macro-'.length);
};

/** The text of nodes. */
export const textOf = (nodes: readonly HtmlNode[]): string => nodes.map(rawText).join('');

/** Nodes without the white space at either end. */
const trimmed = (nodes: readonly HtmlNode[]): HtmlNode[] =>
  nodes.map((node, at) => {
    if (typeof node !== 'string') return node;
    const text = at === 0 ? node.trimStart() : node;
    return at === nodes.length - 1 ? text.trimEnd() : text;
  });

const elementsIn = ({ children }: HtmlElement, belongs: (element: HtmlElement) => boolean): HtmlElement[] =>
  children.filter((child) => typeof child !== 'string').filter(belongs);

const argumentsOf = (element: HtmlElement): HtmlElement[] =>
  elementsIn(element, (child) => classesOf(child).includes('argument'));

/** The last argument in brackets of a kind. */
const argumentIn = (element: HtmlElement, mark: '{' | '['): readonly HtmlNode[] =>
  argumentsOf(element).findLast(({ attributes }) => attributes['data-open-mark'] === mark)?.children ?? [];

const keysOf = (element: HtmlElement): string[] =>
  textOf(argumentIn(element, '{'))
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

const linksTo =
  (prefix: string): Rule =>
  (element) =>
    keysOf(element).map((key) => ['[', h('a', key, { href: `#${prefix}${key}` }), ']']);

const nothing: Rule = () => '';
const refer = linksTo('');
const cite = linksTo('cite-');

const note: Rule = (element, read, notes) => {
  notes.push(read(argumentIn(element, '{')));
  return noteReference(`note-${notes.length}`, String(notes.length));
};

const macros: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['label', (element) => h('a', '', { id: textOf(argumentIn(element, '{')) })],
  ...references.map((name): [string, Rule] => [name, refer]),
  ...citations.map((name): [string, Rule] => [name, cite]),
  ...footnotes.map((name): [string, Rule] => [name, note]),
  ['caption', (element, read) => h('figcaption', read(argumentIn(element, '{')))],
  ['TeX', () => 'TeX'],
  ['LaTeX', () => 'LaTeX'],
  ...silent.map((name): [string, Rule] => [name, nothing]),
  ['hspace', () => ' '],
  ['hskip', () => ' '],
]);

const figure: Rule = ({ children }, read) => h('figure', read(children));
const code: Rule = (element) => codeElement(rawText(element));

const titled = (title: string, content: Content): Content => [h('p', h('strong', title)), h('div', content)];

/** A theorem, and what is like one, with its name. */
const theorem: Rule = (element, read) => {
  const name = nameOf(element, 'environment') ?? '';
  return titled(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, read(element.children));
};

const isItem =
  (name: string) =>
  (element: HtmlElement): boolean =>
    nameOf(element, 'macro') === name;

const lastArgument = (element: HtmlElement): readonly HtmlNode[] =>
  argumentsOf(element).at(-1)?.children ?? [];

const environments: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...[
    'figure',
    'figure*',
    'wrapfigure',
    'table',
    'table*',
    'subfigure',
    'sidewaystable',
    'sidewaysfigure',
  ].map((name): [string, Rule] => [name, figure]),
  ...['lstlisting', 'minted', 'Verbatim', 'alltt'].map((name): [string, Rule] => [name, code]),
  ...['tikzpicture', 'pgfpicture', 'picture', 'comment', 'filecontents', 'filecontents*'].map(
    (name): [string, Rule] => [name, nothing],
  ),
  ...[...theorems].map((name): [string, Rule] => [name, theorem]),
  ['abstract', ({ children }, read) => titled('Abstract', read(children))],
  [
    'description',
    (element, read) =>
      h(
        'dl',
        elementsIn(element, isItem('item')).map((item) => [
          h('dt', read(argumentIn(item, '['))),
          h('dd', read(lastArgument(item))),
        ]),
      ),
  ],
  [
    'thebibliography',
    (element, read) =>
      h(
        'ol',
        elementsIn(element, isItem('bibitem')).map((item) =>
          h('li', read(lastArgument(item)), { id: `cite-${textOf(argumentIn(item, '{'))}` }),
        ),
      ),
  ],
]);

const spanOf = (cell: HtmlElement): { readonly columns: number; readonly content: readonly HtmlNode[] } => {
  const [merged] = elementsIn(cell, isItem('multicolumn'));
  if (merged === undefined) return { columns: 1, content: cell.children };
  const [count] = argumentsOf(merged);
  const columns = Number.parseInt(textOf(count?.children ?? []), 10);
  return { columns: columns > 1 && columns <= 100 ? columns : 1, content: argumentIn(merged, '{') };
};

const rules: readonly string[] = ['hline', 'toprule', 'midrule', 'bottomrule', 'cline', 'cmidrule'];
const isRule = (element: HtmlElement): boolean => rules.includes(nameOf(element, 'macro') ?? '');

const named = (element: HtmlElement, name: string): HtmlElement[] =>
  elementsIn(element, (child) => child.name === name);

/** A table. What a rule below its first row sets apart is its header. */
const table: Rule = (element, read) => {
  const rows = named(element, 'tbody').flatMap((body) => named(body, 'tr'));
  const isFilled = (row: HtmlElement): boolean =>
    named(row, 'td').some((cell) => textOf(spanOf(cell).content).trim() !== '');
  const filled = rows.filter(isFilled);
  const [first] = filled;
  const after = first === undefined ? undefined : rows[rows.indexOf(first) + 1];
  const [below] = after === undefined ? [] : named(after, 'td');
  // A blank row is what rules without a class make.
  const isHeaded =
    filled.length > 1 &&
    after !== undefined &&
    (!isFilled(after) || (below !== undefined && elementsIn(below, isRule).length > 0));
  const lines = filled.map((row) =>
    h(
      'tr',
      named(row, 'td').map((cell) => {
        const { columns, content } = spanOf(cell);
        return h(isHeaded && row === first ? 'th' : 'td', read(content), {
          colspan: columns > 1 ? String(columns) : undefined,
          align: /text-align: (right|center)/.exec(cell.attributes.style ?? '')?.[1],
        });
      }),
    ),
  );
  return h('table', lines);
};

const NUMBERED = /^\\begin\{(equation|displaymath|math|eqnarray|align|gather|multline)\*?\}/;
const aligned: Readonly<Partial<Record<string, string>>> = {
  align: 'aligned',
  eqnarray: 'aligned',
  gather: 'gathered',
};

/** The TeX of a displayed formula, without what only numbers it. */
function formula(tex: string): string {
  const own = tex.replaceAll(/\\label\{[^{}]{0,200}\}|\\(?:nonumber|notag)(?![a-zA-Z])/g, '');
  const trimmed = own.trim();
  const [begin, name = ''] = NUMBERED.exec(trimmed) ?? [];
  const end = trimmed.lastIndexOf(`\\end{${name}`);
  if (begin === undefined || end < 0) return trimmed;
  const inside = trimmed.slice(begin.length, end);
  const inner = aligned[name];
  return inner === undefined ? inside.trim() : `\\begin{${inner}}${inside}\\end{${inner}}`;
}

// Elements of the page that mean the same in HTML.
const kept: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote em i b u code br pre div'.split(' '),
);

function readElement(element: HtmlElement, read: Read, notes: Content[]): Content {
  const { name, attributes, children } = element;
  const macro = nameOf(element, 'macro');
  if (macro !== undefined) return macros.get(macro)?.(element, read, notes) ?? read(argumentIn(element, '{'));
  const environment = nameOf(element, 'environment');
  const rule = environment === undefined ? undefined : environments.get(environment);
  if (rule !== undefined) return rule(element, read, notes);
  const classes = classesOf(element);
  if (classes.includes('inline-math')) return texElement(rawText(element), false);
  if (classes.includes('display-math')) return texElement(formula(rawText(element)), true);
  if (name === 'table') return table(element, read, notes);
  if (name === 'a') return h('a', read(children), { href: attributes.href });
  return kept.has(name) ? h(name, read(children)) : read(children);
}

// The TeXbook, chapter 24: a length with what it can stretch and shrink by, or a number.
const VALUE =
  /^\s{0,9}=?\s{0,9}[+-]?(?:\d{1,9}[.,]?\d{0,9}|[.,]\d{1,9})\s?(?:true\s?)?(?:(?:pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em)(?![a-z]))?(?:\s?(?:plus|minus)\s?[+-]?[\d.,]{1,9}\s?(?:pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em|fil{1,3})(?![a-z])){0,2} ?/;

/** The text after a node, without the value that the node assigns. */
const textAfter = (before: HtmlNode | undefined, text: string): string =>
  typeof before === 'object' && assigned.has(nameOf(before, 'macro') ?? '') ? text.replace(VALUE, '') : text;

/** The page of a document: its title, its text and its notes; and whether it starts with the title as a heading. */
export function readPage({ title, authors, date, body }: LatexDocument): {
  readonly content: Content;
  readonly hasTitle: boolean;
} {
  const notes: Content[] = [];
  let isTitleDue = true;
  const hasTitle = textOf(title).trim() !== '';
  // As in LaTeX, only the first command makes a title.
  const head = (): Content => {
    if (!isTitleDue) return '';
    isTitleDue = false;
    const people = authors.filter((author) => textOf(author).trim() !== '');
    return [
      h('h1', hasTitle ? read(title) : ''),
      h(
        'p',
        people.map((author, at) => [at === 0 ? '' : ', ', trimmed(nodesOf(read(author)))]),
      ),
      h('p', read(date)),
    ];
  };
  const read: Read = (nodes) =>
    nodes.map((node, at) => {
      if (typeof node === 'string') return textAfter(nodes[at - 1], node);
      return nameOf(node, 'macro') === 'maketitle' ? head() : readElement(node, read, notes);
    });
  const text = read(body);
  const items = notes.map((content, at) => [`note-${at + 1}`, content] as const);
  return { content: [text, notesElement(items)], hasTitle: hasTitle && !isTitleDue };
}
