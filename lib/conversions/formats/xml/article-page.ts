import { nameTable } from '../../base/name-table.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';
import { notesMarkup, texMarkup } from '../html/read-page.ts';

// Articles of JATS (ANSI/NISO Z39.96-2024) and books of DocBook 5 and 4 as the markup of a page. Their elements have different
// names, or mean the same, so that one table has both.

/** Prefixes by namespace; elements of DocBook have none, like those of JATS. */
export const articleNamespaces: Readonly<Record<string, string>> = nameTable({
  'http://docbook.org/ns/docbook': '',
  'http://www.w3.org/1998/Math/MathML': 'mml',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/XML/1998/namespace': 'xml',
});

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SECTIONS = words(
  'sec section sect1 sect2 sect3 sect4 sect5 simplesect chapter part appendix preface article book app ack glossary bibliography ref-list refsect1 refsect2 refsect3 refentry set dedication notes',
);
const ROOTS = words('article book chapter part section appendix preface refentry set sect1');
/** Elements whose content is not text of the document, or is in its metadata. */
const SKIPPED = words(
  'journal-meta article-id article-categories pub-date pub-history permissions history volume issue fpage lpage elocation-id aff author-notes kwd-group funding-group counts custom-meta-group self-uri related-article supplementary-material object-id indexterm index toc remark graphic inline-graphic imagedata media subtitle trans-title-group copyright legalnotice revhistory authorgroup author date pubdate releaseinfo keywordset subjectset edition publisher contrib-group processing-meta fn-group colspec spanspec titleabbrev',
);

const tags: Readonly<Record<string, string>> = nameTable({
  p: 'p',
  para: 'p',
  simpara: 'p',
  formalpara: 'div',
  bold: 'strong',
  italic: 'em',
  sup: 'sup',
  superscript: 'sup',
  sub: 'sub',
  subscript: 'sub',
  underline: 'u',
  strike: 's',
  monospace: 'code',
  code: 'code',
  literal: 'code',
  command: 'code',
  filename: 'code',
  function: 'code',
  varname: 'code',
  option: 'code',
  parameter: 'code',
  classname: 'code',
  citetitle: 'em',
  foreignphrase: 'em',
  'disp-quote': 'blockquote',
  blockquote: 'blockquote',
  epigraph: 'blockquote',
  note: 'blockquote',
  tip: 'blockquote',
  warning: 'blockquote',
  caution: 'blockquote',
  important: 'blockquote',
  'boxed-text': 'blockquote',
  itemizedlist: 'ul',
  simplelist: 'ul',
  orderedlist: 'ol',
  procedure: 'ol',
  step: 'li',
  'list-item': 'li',
  listitem: 'li',
  member: 'li',
  'def-list': 'dl',
  variablelist: 'dl',
  glosslist: 'dl',
  term: 'dt',
  glossterm: 'dt',
  def: 'dd',
  glossdef: 'dd',
  programlisting: 'pre',
  screen: 'pre',
  literallayout: 'pre',
  preformat: 'pre',
  'mixed-citation': 'p',
  bibliomixed: 'p',
  tbody: 'tbody',
  tfoot: 'tfoot',
  tr: 'tr',
  row: 'tr',
});

const isKind = (element: XmlElement | undefined, ...names: readonly string[]): element is XmlElement =>
  element !== undefined && names.includes(element.name);

const plain = (element: XmlElement | undefined): string =>
  textOfElement(element).replaceAll(/\s+/g, ' ').trim();

/** Whether a document is an article or a book, and not data. */
export function isArticle(root: XmlElement): boolean {
  if (!ROOTS.has(root.name)) return false;
  if (
    root.name === 'article' &&
    [...elementsOf(root)].some(({ name }) => name === 'front' || name === 'body')
  )
    return true;
  return ['para', 'simpara'].some((name) => !descendants(root, name).next().done);
}

/** What an article says of itself. */
interface ArticleInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly keywords: string | null;
  readonly language: string | undefined;
}

/** The name of a person: JATS has `name`, DocBook `personname`, or the parts alone. */
function nameOf(person: XmlElement): string {
  const [given] = [...descendants(person, 'given-names'), ...descendants(person, 'firstname')].map(plain);
  const [family] = [...descendants(person, 'surname')].map(plain);
  const parts = [given, family].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' ');
  return plain(childOf(person, 'collab') ?? childOf(person, 'personname') ?? person);
}

const metaOf = (root: XmlElement): XmlElement | undefined =>
  descend(root, 'front', 'article-meta') ??
  childOf(root, 'info') ??
  childOf(root, `${root.name}info`) ??
  childOf(root, 'bookinfo');

/** The metadata of an article. */
export function articleInfo(root: XmlElement): ArticleInfo {
  const meta = metaOf(root);
  const title = plain(
    descend(meta, 'title-group', 'article-title') ?? childOf(meta, 'title') ?? childOf(root, 'title'),
  );
  const contributors = [...descendants(meta, 'contrib')].filter(
    ({ attributes }) => (attributes['contrib-type'] ?? 'author') === 'author',
  );
  const authors = [...contributors, ...descendants(meta, 'author')].map(nameOf).filter((name) => name !== '');
  const keywords = [...descendants(meta, 'kwd'), ...descendants(meta, 'keyword')].map(plain);
  return {
    title: title || null,
    author: authors.join(', ') || null,
    keywords: keywords.join(', ') || null,
    language: root.attributes['xml:lang'] ?? root.attributes.lang,
  };
}

/** The markup of MathML, which the reader of pages knows. */
function mathMarkup(element: XmlElement): string {
  const name = element.name.replace(/^mml:/, '');
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapeMarkup(child) : mathMarkup(child),
  );
  const display = element.attributes.display === 'block' ? ' display="block"' : '';
  return `<${name}${display}>${content.join('')}</${name}>`;
}

/** TeX without the signs of a formula around it. */
function withoutDollars(tex: string): string {
  let [from, to] = [0, tex.length];
  while (tex[from] === '$') from += 1;
  while (to > from && tex[to - 1] === '$') to -= 1;
  return tex.slice(from, to).trim();
}

const [BEGIN, END] = ['\\begin{document}', '\\end{document}'];

/** The formula in TeX that is a document of its own, as publishers write it. */
function formulaIn(tex: string): string {
  const from = tex.indexOf(BEGIN);
  const to = tex.lastIndexOf(END);
  return (from < 0 || to < from ? tex : tex.slice(from + BEGIN.length, to)).trim();
}

/** Converts an article to the body of a page. */
export function articlePage(root: XmlElement): string {
  const notes: string[] = [];

  const attribute = (name: string, value: string | undefined): string =>
    value === undefined ? '' : ` ${name}="${escapeMarkup(value)}"`;
  const idOf = ({ attributes }: XmlElement): string => attribute('id', attributes.id ?? attributes['xml:id']);
  const inside = (element: XmlElement, level: number, but: readonly string[] = []): string =>
    element.children
      .map((child) =>
        typeof child === 'string'
          ? escapeMarkup(child)
          : but.includes(child.name)
            ? ''
            : markup(child, level, element),
      )
      .join('');
  const wrapped = (tag: string, element: XmlElement, level: number): string =>
    `<${tag}${idOf(element)}>${inside(element, level)}</${tag}>`;
  const labelled = (element: XmlElement, level: number): string => {
    const label = plain(childOf(element, 'label'));
    const title = childOf(element, 'title');
    return [label, title === undefined ? '' : inside(title, level).trim()]
      .filter((part) => part !== '')
      .join(' ');
  };

  /** A heading for the title of a section, and what is in it. */
  function section(element: XmlElement, level: number): string {
    const meta = element === root ? metaOf(root) : (childOf(element, 'info') ?? undefined);
    const own = childOf(element, 'title') === undefined ? meta : element;
    const titled = childOf(own, 'title-group') ?? own;
    const title = childOf(titled, 'article-title');
    const heading =
      title !== undefined ? inside(title, level) : own === undefined ? '' : labelled(own, level);
    const tag = `h${Math.min(6, level)}`;
    const start = heading === '' ? '' : `<${tag}${idOf(element)}>${heading}</${tag}>`;
    return `${start}${inside(element, heading === '' ? level : level + 1, ['title', 'label'])}`;
  }

  /** A table with its title as caption. Its rows are those of HTML in JATS, of CALS in DocBook. */
  function table(element: XmlElement, level: number): string {
    const holder = isKind(element, 'table-wrap') ? element : undefined;
    const rows = [...descendants(element, holder === undefined ? 'tgroup' : 'table')];
    const title = holder === undefined ? childOf(element, 'title') : childOf(holder, 'caption');
    const label = plain(childOf(element, 'label'));
    const caption = [label, plain(title)].filter((part) => part !== '').join(' ');
    const foot = holder === undefined ? undefined : childOf(holder, 'table-wrap-foot');
    const body =
      rows.length === 0
        ? inside(element, level, ['title', 'caption', 'label'])
        : rows.map((each) => inside(each, level)).join('');
    return `<table${idOf(element)}>${caption === '' ? '' : `<caption>${escapeMarkup(caption)}</caption>`}${body}</table>${foot === undefined ? '' : inside(foot, level)}`;
  }

  function cell(element: XmlElement, parent: XmlElement, level: number): string {
    const { colspan, rowspan, align, morerows, namest, nameend } = element.attributes;
    const [first, last] = [namest, nameend].map((name) =>
      Number(/\d{1,4}$/.exec(name ?? '')?.[0] ?? Number.NaN),
    );
    const columns =
      Number.isNaN(first) || Number.isNaN(last) ? colspan : String((last ?? 0) - (first ?? 0) + 1);
    const rows = morerows === undefined ? rowspan : String(Number(morerows) + 1);
    const tag = isKind(element, 'th') || parent.attributes['data-head'] === '1' ? 'th' : 'td';
    return `<${tag}${attribute('colspan', columns)}${attribute('rowspan', rows)}${attribute('align', align)}>${inside(element, level)}</${tag}>`;
  }

  function formula(element: XmlElement): string {
    const isBlock = isKind(element, 'disp-formula', 'equation', 'informalequation');
    const tex = descendants(element, 'tex-math').next();
    const made = (): string => {
      if (!tex.done) return texMarkup(withoutDollars(formulaIn(textOfElement(tex.value))), isBlock);
      const math = descendants(element, 'mml:math').next();
      return math.done ? escapeMarkup(plain(element)) : mathMarkup(math.value);
    };
    return isBlock ? `<p>${made()}</p>` : made();
  }

  function reference(element: XmlElement, level: number): string {
    const { rid, linkend, url, 'xlink:href': address, 'ref-type': type } = element.attributes;
    const target = rid?.split(' ')[0] ?? linkend;
    const href = address ?? url ?? (target === undefined ? undefined : `#${target}`);
    if (type === 'fn' && target !== undefined && noteElements.has(target)) {
      if (!written.has(target)) {
        written.add(target);
        const note = noteElements.get(target);
        notes.push(
          `<li id="${escapeMarkup(target)}">${note === undefined ? '' : inside(note, level, ['label'])}</li>`,
        );
      }
      return `<a role="doc-noteref" href="#${escapeMarkup(target)}">${plain(element) || '*'}</a>`;
    }
    const text = inside(element, level);
    return href === undefined
      ? text
      : `<a${attribute('href', href)}>${text === '' ? escapeMarkup(target ?? href) : text}</a>`;
  }

  function footnote(element: XmlElement, level: number): string {
    const id = `_note${notes.length + 1}`;
    const at = notes.push('') - 1;
    notes[at] = `<li id="${id}">${inside(element, level)}</li>`;
    return `<a role="doc-noteref" href="#${id}">${at + 1}</a>`;
  }

  function citation(element: XmlElement, level: number): string {
    const label = plain(childOf(element, 'label'));
    const parts = [...elementsOf(element)].filter(({ name }) => name !== 'label');
    const text = parts
      .map((part) =>
        part.name === 'element-citation'
          ? escapeMarkup([...elementsOf(part)].map(plain).filter(Boolean).join(', '))
          : inside(part, level),
      )
      .join(' ');
    return `<p${idOf(element)}>${escapeMarkup(label)}${label === '' ? '' : ' '}${text}</p>`;
  }

  function markup(element: XmlElement, level: number, parent: XmlElement): string {
    const { name, attributes } = element;
    if (SKIPPED.has(name)) return '';
    if (SECTIONS.has(name)) return section(element, level);
    switch (name) {
      case 'abstract':
        return childOf(element, 'title') === undefined
          ? `<h${Math.min(6, level)}>Abstract</h${Math.min(6, level)}>${inside(element, level + 1)}`
          : section(element, level);
      case 'title-group':
      case 'label':
        return '';
      case 'title':
        return `<p><strong>${inside(element, level)}</strong></p>`;
      case 'info':
      case `${root.name}info`:
        return inside(element, level, ['title']);
      case 'emphasis':
        return wrapped(/^(?:bold|strong)$/.test(attributes.role ?? '') ? 'strong' : 'em', element, level);
      case 'list':
        return wrapped(
          /^(?:order|alpha|roman)/.test(attributes['list-type'] ?? '') ? 'ol' : 'ul',
          element,
          level,
        );
      case 'varlistentry':
      case 'glossentry':
      case 'def-item':
        return [...elementsOf(element)]
          .map((part) => wrapped(isKind(part, 'listitem', 'def', 'glossdef') ? 'dd' : 'dt', part, level))
          .join('');
      case 'table-wrap':
      case 'table':
      case 'informaltable':
        return table(element, level);
      case 'tgroup':
        return inside(element, level);
      case 'thead':
        return `<thead>${[...elementsOf(element)].map((row) => markup({ ...row, attributes: { ...row.attributes, 'data-head': '1' } }, level, element)).join('')}</thead>`;
      case 'th':
      case 'td':
      case 'entry':
        return cell(element, parent, level);
      case 'disp-formula':
      case 'inline-formula':
      case 'equation':
      case 'informalequation':
      case 'inlineequation':
        return formula(element);
      case 'mml:math':
        return mathMarkup(element);
      case 'xref':
      case 'ext-link':
      case 'uri':
      case 'ulink':
      case 'link':
        return reference(element, level);
      case 'footnote':
        return footnote(element, level);
      case 'fn':
        return written.has(attributes.id ?? '') ? '' : `<p>${inside(element, level)}</p>`;
      case 'ref':
        return citation(element, level);
      case 'fig':
      case 'figure':
      case 'informalfigure': {
        const caption = childOf(element, 'caption');
        const title = [labelled(element, level), caption === undefined ? '' : escapeMarkup(plain(caption))];
        return `<p${idOf(element)}>${title.filter((part) => part !== '').join(' ')}</p>`;
      }
      case 'mediaobject':
      case 'inlinemediaobject':
        return escapeMarkup(plain(descend(element, 'textobject')) || plain(childOf(element, 'alt')));
      case 'break':
      case 'sbr':
        return '<br>';
      default: {
        const tag = tags[name];
        return tag === undefined ? inside(element, level) : wrapped(tag, element, level);
      }
    }
  }

  const noteElements = new Map<string, XmlElement>();
  const written = new Set<string>();
  for (const note of descendants(root, 'fn'))
    if (note.attributes.id !== undefined) noteElements.set(note.attributes.id, note);
  const author = root.name === 'article' ? articleInfo(root).author : null;
  const body = section(root, 1);
  const end = body.indexOf('</h1>');
  const named =
    author === null || !body.startsWith('<h1') || end < 0
      ? body
      : `${body.slice(0, end + 5)}<p>${escapeMarkup(author)}</p>${body.slice(end + 5)}`;
  return `${named}${notesMarkup(notes)}`;
}
