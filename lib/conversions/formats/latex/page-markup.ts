import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { codeMarkup, notesMarkup, texMarkup } from '../html/read-page.ts';
import { assigned, citations, footnotes, references, silent } from './macro-names.ts';
import { type LatexDocument, type PageElement, type PageNode, theorems } from './parse-latex.ts';

/** The markup of a page for some nodes. */
type Write = (nodes: readonly PageNode[]) => string;
type Rule = (element: PageElement, write: Write, notes: string[]) => string;

const classesOf = ({ properties }: PageElement): readonly unknown[] =>
  Array.isArray(properties.className) ? properties.className : String(properties.className ?? '').split(' ');

/** What a command or an environment is called; undefined for other elements. */
const nameOf = (element: PageElement, kind: 'macro' | 'environment'): string | undefined => {
  const [first, second] = classesOf(element).map(String);
  if (first === kind && kind === 'environment') return second;
  return first === kind ? second?.slice('macro-'.length) : undefined;
};

/** The text of nodes. */
export const plainText = (nodes: readonly PageNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.value : plainText(node.children))).join('');

const argumentsOf = ({ children }: PageElement): PageElement[] =>
  children
    .filter((child) => child.type === 'element')
    .filter((child) => classesOf(child).includes('argument'));

/** The last argument in brackets of a kind. */
const argumentIn = (element: PageElement, mark: '{' | '['): readonly PageNode[] =>
  argumentsOf(element).findLast(({ properties }) => properties.dataOpenMark === mark)?.children ?? [];

const keysOf = (element: PageElement): string[] =>
  plainText(argumentIn(element, '{'))
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

const linksTo =
  (prefix: string): Rule =>
  (element) =>
    keysOf(element)
      .map((key) => `[<a href="#${escapeMarkup(prefix + key)}">${escapeMarkup(key)}</a>]`)
      .join('');

const nothing: Rule = () => '';
const refer = linksTo('');
const cite = linksTo('cite-');

const note: Rule = (element, write, notes) => {
  notes.push(write(argumentIn(element, '{')));
  return `<a role="doc-noteref" href="#note-${notes.length}">${notes.length}</a>`;
};

const macros: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['label', (element) => `<a id="${escapeMarkup(plainText(argumentIn(element, '{')))}"></a>`],
  ...references.map((name): [string, Rule] => [name, refer]),
  ...citations.map((name): [string, Rule] => [name, cite]),
  ...footnotes.map((name): [string, Rule] => [name, note]),
  ['caption', (element, write) => `<figcaption>${write(argumentIn(element, '{'))}</figcaption>`],
  ['TeX', () => 'TeX'],
  ['LaTeX', () => 'LaTeX'],
  ...silent.map((name): [string, Rule] => [name, nothing]),
  ['hspace', () => ' '],
  ['hskip', () => ' '],
]);

const figure: Rule = ({ children }, write) => `<figure>${write(children)}</figure>`;
const code: Rule = ({ children }) => codeMarkup(plainText(children));

/** A theorem, and what is like one, with its name. */
const theorem: Rule = (element, write) => {
  const name = nameOf(element, 'environment') ?? '';
  return `<p><strong>${name.slice(0, 1).toUpperCase()}${name.slice(1)}</strong></p><div>${write(element.children)}</div>`;
};

const isItem =
  (name: string) =>
  (node: PageNode): node is PageElement =>
    node.type === 'element' && nameOf(node, 'macro') === name;

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
  ['abstract', ({ children }, write) => `<p><strong>Abstract</strong></p><div>${write(children)}</div>`],
  [
    'description',
    ({ children }, write) =>
      `<dl>${children
        .filter(isItem('item'))
        .map((item) => {
          const body = argumentsOf(item).at(-1)?.children ?? [];
          return `<dt>${write(argumentIn(item, '['))}</dt><dd>${write(body)}</dd>`;
        })
        .join('')}</dl>`,
  ],
  [
    'thebibliography',
    ({ children }, write) =>
      `<ol>${children
        .filter(isItem('bibitem'))
        .map((item) => {
          const key = escapeMarkup(plainText(argumentIn(item, '{')));
          return `<li id="cite-${key}">${write(argumentsOf(item).at(-1)?.children ?? [])}</li>`;
        })
        .join('')}</ol>`,
  ],
]);

const spanOf = (cell: PageElement): { readonly columns: number; readonly content: readonly PageNode[] } => {
  const merged = cell.children.find(isItem('multicolumn'));
  if (merged === undefined) return { columns: 1, content: cell.children };
  const [count] = argumentsOf(merged);
  const columns = Number.parseInt(plainText(count?.children ?? []), 10);
  return { columns: columns > 1 && columns <= 100 ? columns : 1, content: argumentIn(merged, '{') };
};

const rules: readonly string[] = ['hline', 'toprule', 'midrule', 'bottomrule', 'cline', 'cmidrule'];
const isRule = (node: PageNode): boolean =>
  node.type === 'element' && rules.includes(nameOf(node, 'macro') ?? '');

const elementsIn = ({ children }: PageElement, name: string): PageElement[] =>
  children.filter((child) => child.type === 'element').filter((child) => child.tagName === name);

/** A table. What a rule below its first row sets apart is its header. */
const table: Rule = (element, write) => {
  const rows = elementsIn(element, 'tbody').flatMap((body) => elementsIn(body, 'tr'));
  const isFilled = (row: PageElement): boolean =>
    elementsIn(row, 'td').some((cell) => plainText(spanOf(cell).content).trim() !== '');
  const filled = rows.filter(isFilled);
  const [first] = filled;
  const after = first === undefined ? undefined : rows[rows.indexOf(first) + 1];
  // A blank row is what rules without a class make.
  const isHeaded =
    filled.length > 1 &&
    after !== undefined &&
    (!isFilled(after) || elementsIn(after, 'td')[0]?.children.some(isRule) === true);
  const lines = filled.map((row) => {
    const name = isHeaded && row === first ? 'th' : 'td';
    const cells = elementsIn(row, 'td').map((cell) => {
      const { columns, content } = spanOf(cell);
      const right = /text-align: (?:right|center)/.exec(String(cell.properties.style ?? ''))?.[0];
      const style = right === undefined ? '' : ` style="${right}"`;
      return `<${name}${columns > 1 ? ` colspan="${columns}"` : ''}${style}>${write(content)}</${name}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
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
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote em i b u code br pre'.split(' '),
);

function elementMarkup(element: PageElement, write: Write, notes: string[]): string {
  const { tagName, properties, children } = element;
  const macro = nameOf(element, 'macro');
  if (macro !== undefined)
    return macros.get(macro)?.(element, write, notes) ?? write(argumentIn(element, '{'));
  const environment = nameOf(element, 'environment');
  const rule = environment === undefined ? undefined : environments.get(environment);
  if (rule !== undefined) return rule(element, write, notes);
  const classes = classesOf(element);
  if (classes.includes('inline-math')) return texMarkup(plainText(children), false);
  if (classes.includes('display-math')) return texMarkup(formula(plainText(children)), true);
  if (tagName === 'table') return table(element, write, notes);
  if (tagName === 'a')
    return `<a href="${escapeMarkup(String(properties.href ?? ''))}">${write(children)}</a>`;
  if (tagName === 'div') return `<div>${write(children)}</div>`;
  return kept.has(tagName) ? `<${tagName}>${write(children)}</${tagName}>` : write(children);
}

// The TeXbook, chapter 24: a length with what it can stretch and shrink by, or a number.
const VALUE =
  /^\s{0,9}=?\s{0,9}[+-]?(?:\d{1,9}[.,]?\d{0,9}|[.,]\d{1,9})\s?(?:true\s?)?(?:(?:pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em)(?![a-z]))?(?:\s?(?:plus|minus)\s?[+-]?[\d.,]{1,9}\s?(?:pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em|fil{1,3})(?![a-z])){0,2} ?/;

/** The text after a node, without the value that the node assigns. */
const textAfter = (before: PageNode | undefined, text: string): string =>
  before?.type === 'element' && assigned.has(nameOf(before, 'macro') ?? '') ? text.replace(VALUE, '') : text;

/** The markup of a page, and whether it starts with the title of the document as a heading. */
export interface PageMarkup {
  readonly html: string;
  readonly hasTitle: boolean;
}

/** The markup of a page for a document: its title, its text and its notes. */
export function pageMarkup({ title, authors, date, body }: LatexDocument): PageMarkup {
  const notes: string[] = [];
  let isTitleDue = true;
  const hasTitle = plainText(title).trim() !== '';
  // As in LaTeX, only the first command makes a title.
  const head = (): string => {
    if (!isTitleDue) return '';
    isTitleDue = false;
    const people = authors.map((author) => write(author).trim()).filter((author) => author !== '');
    const day = write(date);
    return [
      hasTitle ? `<h1>${write(title)}</h1>` : '',
      people.length === 0 ? '' : `<p>${people.join(', ')}</p>`,
      day.trim() === '' ? '' : `<p>${day}</p>`,
    ].join('');
  };
  const write: Write = (nodes) =>
    nodes
      .map((node, at) => {
        if (node.type === 'text') return escapeMarkup(textAfter(nodes[at - 1], node.value));
        return nameOf(node, 'macro') === 'maketitle' ? head() : elementMarkup(node, write, notes);
      })
      .join('');
  const text = write(body);
  const items = notes.map((each, at) => `<li id="note-${at + 1}">${each}</li>`);
  return {
    html: `${text}${notesMarkup(items)}`,
    hasTitle: hasTitle && !isTitleDue,
  };
}
