import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import { dedented, endOfFilled } from '../../shared/markup/text-lines.ts';
import { readCsvRecords } from '../csv/csv-records.ts';
import { codeMarkup, texMarkup } from '../html/read-page.ts';
import { type BlockWriting, bulletItems, fieldOf } from './block-writing.ts';
import { writeInline } from './inline.ts';

/** A directive as it is in the file. */
interface Source {
  /** In lower case. */
  readonly name: string;
  readonly argument: string;
  readonly body: readonly string[];
  readonly depth: number;
}

/** A directive: its arguments, its options and its content. */
interface Directive {
  readonly name: string;
  readonly argument: string;
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly string[];
  readonly depth: number;
}

type Write = (directive: Directive, writing: BlockWriting) => string;

/** Takes the options off the start of the body of a directive, and what goes on of its argument. */
function parse({ name, argument, body, depth }: Source): Directive {
  const lines = dedented(body);
  const hasGap = body[0] === '';
  const options = new Map<string, string>();
  const continued: string[] = [];
  let at = 0;
  if (!hasGap) {
    while (
      at < lines.length &&
      lines[at] !== '' &&
      fieldOf(lines[at] ?? '') === undefined &&
      argument !== ''
    ) {
      continued.push(lines[at] ?? '');
      at += 1;
    }
    // Without options after it, it is the content.
    if (at < lines.length && lines[at] !== '' && fieldOf(lines[at] ?? '') === undefined) at = 0;
    let last: string | undefined;
    for (; at < lines.length && lines[at] !== ''; at += 1) {
      const line = lines[at] ?? '';
      const field = fieldOf(line);
      if (field !== undefined) {
        last = field.name.toLowerCase();
        options.set(last, line.slice(field.mark).trim());
      } else if (last !== undefined && line.startsWith(' '))
        options.set(last, `${options.get(last)} ${line.trim()}`);
      else break;
    }
  }
  return {
    name,
    argument: [argument, ...continued].join('\n').trim(),
    options,
    content: dedented(lines.slice(at)),
    depth,
  };
}

const blocks = (lines: readonly string[], { depth }: Directive, writing: BlockWriting): string =>
  writing.blocks({ lines, depth }, writing);

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** A block with a title, such as a note. Its argument is the start of its text. */
const admonition: Write = (directive, writing) => {
  const { name, argument, content } = directive;
  const title = name === 'seealso' ? 'See also' : capitalized(name);
  const text = argument === '' ? content : [...argument.split('\n'), '', ...content];
  return `<blockquote><p><strong>${title}</strong></p>${blocks(text, directive, writing)}</blockquote>`;
};

const versions: Readonly<Partial<Record<string, string>>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};

const version: Write = (directive, writing) => {
  const [number = '', ...rest] = directive.argument.split(/\s+/);
  const label = `<strong>${escapeMarkup(`${versions[directive.name]} ${number}`)}</strong>`;
  const text = rest.length === 0 ? '' : `<p>${writeInline(rest.join(' '), writing)}</p>`;
  return `<blockquote><p>${label}</p>${text}${blocks(directive.content, directive, writing)}</blockquote>`;
};

/** A block whose argument is its title. */
const titledBlock: Write = (directive, writing) =>
  `<blockquote><p><strong>${writeInline(directive.argument, writing)}</strong></p>${blocks(directive.content, directive, writing)}</blockquote>`;

const image: Write = ({ argument, options }) =>
  `<p><img src="${escapeMarkup(argument)}" alt="${escapeMarkup(options.get('alt') ?? '')}"></p>`;

const figure: Write = (directive, writing) => {
  const end = endOfFilled(directive.content, 0);
  const caption = directive.content.slice(0, end).join('\n');
  const written =
    caption === '' || caption === '..' ? '' : `<figcaption>${writeInline(caption, writing)}</figcaption>`;
  return `<figure>${image(directive, writing)}${written}${blocks(directive.content.slice(end), directive, writing)}</figure>`;
};

const code: Write = ({ argument, content, options }) => {
  const language = argument.split(/\s+/)[0] ?? '';
  const caption = options.get('caption');
  const title = caption === undefined ? '' : `<figcaption>${escapeMarkup(caption)}</figcaption>`;
  return `${title}${codeMarkup(content.join('\n'), language === 'none' ? '' : language)}`;
};

const parsedLiteral: Write = ({ argument, content }) =>
  `<pre>${escapeMarkup([...(argument === '' ? [] : [argument]), ...content].join('\n'))}</pre>`;

const math: Write = ({ argument, content }) =>
  [argument, ...content]
    .join('\n')
    .split(/\n{2,}/)
    .map((tex) => tex.trim())
    .filter((tex) => tex !== '')
    .map(
      (tex) =>
        `<p>${texMarkup(tex.includes('\\\\') && !tex.startsWith('\\begin') ? `\\begin{aligned}${tex}\\end{aligned}` : tex, true)}</p>`,
    )
    .join('');

const captionOf = ({ argument }: Directive, writing: BlockWriting): string =>
  argument === '' ? '' : `<caption>${writeInline(argument, writing)}</caption>`;

const MAX_HEADERS = 100;

const countOf = (value: string | undefined): number =>
  Math.min(MAX_HEADERS, Math.max(0, Number.parseInt(value ?? '0', 10) || 0));

/** A table of rows of cells in HTML. */
function table(
  directive: Directive,
  rows: readonly (readonly string[])[],
  headers: number,
  writing: BlockWriting,
): string {
  const columns = countOf(directive.options.get('stub-columns'));
  const written = rows.map((cells, row) => {
    const cell = cells.map((content, column) => {
      const name = row < headers || column < columns ? 'th' : 'td';
      return `<${name}>${content}</${name}>`;
    });
    return `<tr>${cell.join('')}</tr>`;
  });
  const head = written.slice(0, headers).join('');
  return `<table>${captionOf(directive, writing)}${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${written.slice(headers).join('')}</tbody></table>`;
}

const listTable: Write = (directive, writing) => {
  const rows = bulletItems(directive.content)?.map((row) => bulletItems(row) ?? [row]);
  if (rows === undefined) return blocks(directive.content, directive, writing);
  const cells = rows.map((row) => row.map((cell) => blocks(cell, directive, writing)));
  return table(directive, cells, countOf(directive.options.get('header-rows')), writing);
};

const csvTable: Write = (directive, writing) => {
  const { options, content } = directive;
  if (options.has('file') || options.has('url')) return elsewhere(directive, writing);
  const named = options.get('delim') ?? ',';
  const delimiter = named === 'tab' ? '\t' : named === 'space' ? ' ' : named.slice(0, 1) || ',';
  const header = options.get('header');
  const lines = header === undefined ? content : [header, ...content];
  const rows: string[][] = [];
  // A quotation mark after a blank starts a field, too.
  const text = lines.join('\n').replaceAll(`${delimiter} "`, `${delimiter}"`);
  readCsvRecords(text, delimiter, (row) => {
    if (row.some((cell) => cell !== '')) rows.push(row);
    return true;
  });
  const cells = rows.map((row) =>
    row.map((cell) => blocks(dedented(cell.split('\n').map((line) => line.trim())), directive, writing)),
  );
  return table(
    directive,
    cells,
    countOf(options.get('header-rows')) + (header === undefined ? 0 : 1),
    writing,
  );
};

const captioned: Write = (directive, writing) =>
  blocks(directive.content, directive, writing).replace(
    '<table>',
    () => `<table>${captionOf(directive, writing)}`,
  );

/** Only what is inside. */
const container: Write = (directive, writing) => blocks(directive.content, directive, writing);

/** Only what is inside, from the argument on. */
const prose: Write = (directive, writing) =>
  blocks([...directive.argument.split('\n'), '', ...directive.content], directive, writing);

const quoted: Write = (directive, writing) => `<blockquote>${prose(directive, writing)}</blockquote>`;

/** What is in other files. */
const elsewhere: Write = (_, writing) => {
  writing.isLeftOut = true;
  return '';
};

const nothing: Write = () => '';

/** Writes nothing, and says so. */
const leftOut =
  (what: string): Write =>
  (_directive, writing) => {
    writing.leftOut.add(what);
    return '';
  };

/** A description of a part of a program, such as `.. py:function:: name(arguments)`, or a directive that is not known. */
const description: Write = (directive, writing) => {
  const { argument, content } = directive;
  const inside = blocks(content, directive, writing);
  if (argument === '') return inside;
  const terms = argument
    .split('\n')
    .map((line) => `<dt><code>${escapeMarkup(line.trim())}</code></dt>`)
    .join('');
  return `<dl>${terms}<dd>${inside}</dd></dl>`;
};

/** A description that Sphinx takes from a program: its name and what the document adds. */
const documented: Write = (directive, writing) => {
  writing.isLeftOut = true;
  return description(directive, writing);
};

const named = (names: string, write: Write): [string, Write][] =>
  names.split(' ').map((name) => [name, write]);

const directives: ReadonlyMap<string, Write> = new Map([
  ...named('attention caution danger error hint important note tip warning seealso todo', admonition),
  ...named('versionadded versionchanged deprecated', version),
  ...named('admonition topic sidebar', titledBlock),
  ...named('image', image),
  ...named('figure', figure),
  ...named('code code-block sourcecode highlight-code', code),
  ...named('parsed-literal productionlist graphviz digraph mermaid uml plantuml', parsedLiteral),
  ...named('math', math),
  ...named('list-table', listTable),
  ...named('csv-table', csvTable),
  ...named('table', captioned),
  ...named('epigraph highlights pull-quote', quoted),
  ...named(
    'rubric centered',
    (directive, writing): string => `<p><strong>${writeInline(directive.argument, writing)}</strong></p>`,
  ),
  ...named(
    'container class only ifconfig compound glossary hlist tabs tab-set tab tab-item grid dropdown cssclass rst-class',
    container,
  ),
  ...named('raw', leftOut('raw markup')),
  ...named('header footer', leftOut('the header or footer of pages')),
  ...named('include literalinclude toctree', elsewhere),
  ...named(
    'automodule autoclass autofunction automethod autosummary autodata autoattribute autoexception',
    documented,
  ),
  ...named(
    'contents index meta highlight default-role role sectnum section-numbering target-notes title tabularcolumns currentmodule module py:module py:currentmodule sectionauthor codeauthor acks default-domain date replace unicode',
    nothing,
  ),
]);

/** Writes a directive as HTML. */
export const writeDirective = (source: Source, writing: BlockWriting): string =>
  (directives.get(source.name) ?? description)(parse(source), writing);
