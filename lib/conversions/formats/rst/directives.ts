import { dedented, endOfFilled } from '../../shared/markup/text-lines.ts';
import { readCsvRecords } from '../csv/csv-records.ts';
import {
  type Content,
  codeElement,
  h,
  nodesOf,
  tableElement,
  texElement,
  titledQuote,
} from '../html/build-elements.ts';
import { type BlockReading, bulletItems, fieldOf } from './block-reading.ts';
import { readInline } from './inline.ts';

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

const elsewhereWarning =
  'The files that the reStructuredText file includes are not part of it and were left out.';

type Read = (directive: Directive, reading: BlockReading) => Content;

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

const blocks = (lines: readonly string[], { depth }: Directive, reading: BlockReading): Content =>
  reading.blocks({ lines, depth }, reading);

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** A block with a title, such as a note. Its argument is the start of its text. */
const admonition: Read = (directive, reading) => {
  const { name, argument, content } = directive;
  const title = name === 'seealso' ? 'See also' : capitalized(name);
  const text = argument === '' ? content : [...argument.split('\n'), '', ...content];
  return titledQuote(title, blocks(text, directive, reading));
};

const versions: Readonly<Partial<Record<string, string>>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};

const version: Read = (directive, reading) => {
  const [number = '', ...rest] = directive.argument.split(/\s+/);
  return titledQuote(`${versions[directive.name]} ${number}`, [
    h('p', readInline(rest.join(' '), reading)),
    blocks(directive.content, directive, reading),
  ]);
};

/** A block whose argument is its title. */
const titledBlock: Read = (directive, reading) =>
  titledQuote(readInline(directive.argument, reading), blocks(directive.content, directive, reading));

const image: Read = ({ argument, options }) =>
  h('p', h('img', '', { src: argument, alt: options.get('alt') }));

const figure: Read = (directive, reading) => {
  const end = endOfFilled(directive.content, 0);
  const caption = directive.content.slice(0, end).join('\n');
  return h('figure', [
    image(directive, reading),
    h('figcaption', caption === '..' ? '' : readInline(caption, reading)),
    blocks(directive.content.slice(end), directive, reading),
  ]);
};

const code: Read = ({ argument, content, options }) => {
  const language = argument.split(/\s+/)[0] ?? '';
  return [
    h('figcaption', options.get('caption')),
    codeElement(content.join('\n'), language === 'none' ? '' : language),
  ];
};

const parsedLiteral: Read = ({ argument, content }) =>
  h('pre', [...(argument === '' ? [] : [argument]), ...content].join('\n'));

const math: Read = ({ argument, content }) =>
  [argument, ...content]
    .join('\n')
    .split(/\n{2,}/)
    .map((tex) => tex.trim())
    .filter((tex) => tex !== '')
    .map((tex) => {
      const isAligned = tex.includes('\\\\') && !tex.startsWith('\\begin');
      return h('p', texElement(isAligned ? `\\begin{aligned}${tex}\\end{aligned}` : tex, true));
    });

const MAX_HEADERS = 100;

const countOf = (value: string | undefined): number =>
  Math.min(MAX_HEADERS, Math.max(0, Number.parseInt(value ?? '0', 10) || 0));

function table(
  directive: Directive,
  rows: readonly (readonly Content[])[],
  headers: number,
  reading: BlockReading,
): Content {
  const columns = countOf(directive.options.get('stub-columns'));
  const read = rows.map((cells, row) =>
    h(
      'tr',
      cells.map((content, column) => h(row < headers || column < columns ? 'th' : 'td', content)),
    ),
  );
  return tableElement(read, headers, readInline(directive.argument, reading));
}

const listTable: Read = (directive, reading) => {
  const { content, options } = directive;
  const { items, end } = bulletItems(content, 0);
  if (end < content.length) return blocks(content, directive, reading);
  const cells = items.map((row) => {
    const own = bulletItems(row, 0);
    return (own.end < row.length ? [row] : own.items).map((cell) => blocks(cell, directive, reading));
  });
  return table(directive, cells, countOf(options.get('header-rows')), reading);
};

const csvTable: Read = (directive, reading) => {
  const { options, content } = directive;
  if (options.has('file') || options.has('url')) return elsewhere(directive, reading);
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
    row.map((cell) => blocks(dedented(cell.split('\n').map((line) => line.trim())), directive, reading)),
  );
  return table(
    directive,
    cells,
    countOf(options.get('header-rows')) + (header === undefined ? 0 : 1),
    reading,
  );
};

const captioned: Read = (directive, reading) => {
  const caption = h('caption', readInline(directive.argument, reading));
  return nodesOf(blocks(directive.content, directive, reading)).map((node) =>
    typeof node !== 'string' && node.name === 'table' ? h('table', [caption, node.children]) : node,
  );
};

/** Only what is inside. */
const container: Read = (directive, reading) => blocks(directive.content, directive, reading);

/** Only what is inside, from the argument on. */
const prose: Read = (directive, reading) =>
  blocks([...directive.argument.split('\n'), '', ...directive.content], directive, reading);

const quoted: Read = (directive, reading) => h('blockquote', prose(directive, reading));

/** What is in other files. */
const elsewhere: Read = (_, reading) => {
  reading.warnings.add(elsewhereWarning);
  return '';
};

const nothing: Read = () => '';

/** Reads nothing, and reports that. */
const leftOut =
  (what: string): Read =>
  (_directive, reading) => {
    reading.leftOut.add(what);
    return '';
  };

/** A description of a part of a program, such as `.. py:function:: name(arguments)`, or a directive that is not known. */
const description: Read = (directive, reading) => {
  const { argument, content } = directive;
  const inside = blocks(content, directive, reading);
  if (argument === '') return inside;
  const terms = argument.split('\n').map((line) => h('dt', h('code', line.trim())));
  return h('dl', [terms, h('dd', inside)]);
};

/** A description that Sphinx takes from a program: its name and what the document adds. */
const documented: Read = (directive, reading) => {
  reading.warnings.add(elsewhereWarning);
  return description(directive, reading);
};

const named = (names: string, read: Read): [string, Read][] => names.split(' ').map((name) => [name, read]);

const directives: ReadonlyMap<string, Read> = new Map([
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
  ...named('rubric centered', ({ argument }, reading) => h('p', h('strong', readInline(argument, reading)))),
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

/** Reads a directive. */
export const readDirective = (source: Source, reading: BlockReading): Content =>
  (directives.get(source.name) ?? description)(parse(source), reading);
