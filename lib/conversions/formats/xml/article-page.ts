import { nameTable } from '../../base/name-table.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';
import { type Content, h, nodesOf, noteReference, notesElement, texElement } from '../html/build-elements.ts';
import { tableContent } from '../html/implied-tags.ts';

// Converts articles of JATS (ANSI/NISO Z39.96-2024) and books of DocBook 5 and 4 to HTML elements. Elements of the same name have
// the same meaning in both, so one table covers them.

/** Prefixes by namespace. Elements of DocBook and JATS have none. */
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
/** Elements whose content is no document text, or is metadata. */
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
  substeps: 'ol',
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
  entrytbl: 'table',
});

const isKind = (element: XmlElement | undefined, ...names: readonly string[]): element is XmlElement =>
  element !== undefined && names.includes(element.name);

const plain = (element: XmlElement | undefined): string =>
  textOfElement(element).replaceAll(/\s+/g, ' ').trim();

/** Returns true if a document is an article or a book, and not data. */
export function isArticle(root: XmlElement): boolean {
  if (!ROOTS.has(root.name)) return false;
  if (
    root.name === 'article' &&
    [...elementsOf(root)].some(({ name }) => name === 'front' || name === 'body')
  )
    return true;
  return ['para', 'simpara'].some((name) => !descendants(root, name).next().done);
}

/** Metadata of an article. */
interface ArticleInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly keywords: string | null;
  readonly language: string | undefined;
}

/** Returns a person's name. JATS has `name`, DocBook has `personname` or only the parts. */
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

/** Returns the metadata of an article. */
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

/** Removes the dollar signs around a TeX formula. */
function withoutDollars(tex: string): string {
  let [from, to] = [0, tex.length];
  while (tex[from] === '$') from += 1;
  while (to > from && tex[to - 1] === '$') to -= 1;
  return tex.slice(from, to).trim();
}

const [BEGIN, END] = ['\\begin{document}', '\\end{document}'];

/** Returns the formula in a complete LaTeX document, as publishers write it. */
function formulaIn(tex: string): string {
  const from = tex.indexOf(BEGIN);
  const to = tex.lastIndexOf(END);
  return (from < 0 || to < from ? tex : tex.slice(from + BEGIN.length, to)).trim();
}

const heading = (level: number, content: Content, id?: string): Content =>
  h(`h${Math.min(6, level)}`, content, { id });

const isCell = (element: XmlElement): boolean => isKind(element, 'td', 'th', 'entry');

/** Converts an article to HTML elements. */
export function articlePage(root: XmlElement): Content {
  const notes: (readonly [id: string, content: Content])[] = [];

  const idOf = ({ attributes }: XmlElement): string | undefined => attributes.id ?? attributes['xml:id'];
  const inside = (element: XmlElement, level: number, but: readonly string[] = []): Content =>
    element.children.map((child) =>
      typeof child === 'string' ? child : but.includes(child.name) ? '' : read(child, level),
    );
  const wrapped = (tag: string, element: XmlElement, level: number): Content =>
    h(tag, inside(element, level), { id: idOf(element) });
  const labelled = (element: XmlElement, level: number): Content => {
    const label = plain(childOf(element, 'label'));
    const title = childOf(element, 'title');
    const content = title === undefined ? [] : nodesOf(inside(title, level));
    if (content.every((node) => typeof node === 'string' && node.trim() === '')) return label;
    return [label, label === '' ? '' : ' ', content];
  };

  /** Returns a section's title as a heading, followed by its content. */
  function section(element: XmlElement, level: number): Content {
    const meta = element === root ? metaOf(root) : childOf(element, 'info');
    const own = childOf(element, 'title') === undefined ? meta : element;
    const title = childOf(childOf(own, 'title-group') ?? own, 'article-title');
    const content =
      title !== undefined ? inside(title, level) : own === undefined ? '' : labelled(own, level);
    const body = (at: number): Content => inside(element, at, ['title', 'label']);
    return nodesOf(content).length === 0
      ? body(level)
      : [heading(level, content, idOf(element)), body(level + 1)];
  }

  /** Returns a table with its title as caption. Rows are HTML in JATS and CALS in DocBook. */
  function table(element: XmlElement, level: number): Content {
    const holder = isKind(element, 'table-wrap') ? element : undefined;
    const parts = [...descendants(element, holder === undefined ? 'tgroup' : 'table')];
    const title = holder === undefined ? childOf(element, 'title') : childOf(holder, 'caption');
    const caption = [plain(childOf(element, 'label')), plain(title)].filter((part) => part !== '');
    const foot = childOf(holder, 'table-wrap-foot');
    const body = nodesOf(
      parts.length === 0
        ? inside(element, level, ['title', 'caption', 'label'])
        : parts.map((part) => inside(part, level)),
    );
    const rows = body.filter((node) => typeof node !== 'string' && tableContent.has(node.name));
    return [
      body.filter((node) => !rows.includes(node)),
      h('table', [h('caption', caption.join(' ')), rows], { id: idOf(element) }),
      foot === undefined ? '' : inside(foot, level),
    ];
  }

  const row = (element: XmlElement, level: number, isHead: boolean): Content =>
    h(
      'tr',
      Array.from(elementsOf(element), (child) =>
        isCell(child) ? cell(child, level, isHead) : h('td', read(child, level)),
      ),
      { id: idOf(element) },
    );

  function cell(element: XmlElement, level: number, isHead: boolean): Content {
    const { colspan, rowspan, align, morerows, namest, nameend } = element.attributes;
    const [first, last] = [namest, nameend].map((name) =>
      Number(/\d{1,4}$/.exec(name ?? '')?.[0] ?? Number.NaN),
    );
    return h(isHead || isKind(element, 'th') ? 'th' : 'td', inside(element, level), {
      colspan: Number.isNaN(first) || Number.isNaN(last) ? colspan : String((last ?? 0) - (first ?? 0) + 1),
      rowspan: morerows === undefined ? rowspan : String(Number(morerows) + 1),
      align,
    });
  }

  function formula(element: XmlElement): Content {
    const isBlock = isKind(element, 'disp-formula', 'equation', 'informalequation');
    const tex = descendants(element, 'tex-math').next();
    const made = (): Content => {
      if (!tex.done) return texElement(withoutDollars(formulaIn(textOfElement(tex.value))), isBlock);
      const math = descendants(element, 'mml:math').next();
      return math.done ? plain(element) : math.value;
    };
    return isBlock ? h('p', made()) : made();
  }

  function reference(element: XmlElement, level: number): Content {
    const { rid, linkend, url, 'xlink:href': address, 'ref-type': type } = element.attributes;
    const target = rid?.split(' ')[0] ?? linkend;
    const href = address ?? url ?? (target === undefined ? undefined : `#${target}`);
    const note = type === 'fn' && target !== undefined ? noteElements.get(target) : undefined;
    if (note !== undefined && target !== undefined) {
      if (!written.has(target)) {
        written.add(target);
        notes.push([target, inside(note, level, ['label'])]);
      }
      return noteReference(target, plain(element) || '*');
    }
    const text = nodesOf(inside(element, level));
    return href === undefined ? text : h('a', text.length === 0 ? (target ?? href) : text, { href });
  }

  function footnote(element: XmlElement, level: number): Content {
    const at = notes.push(['', '']);
    notes[at - 1] = [`_note${at}`, inside(element, level)];
    return noteReference(`_note${at}`, String(at));
  }

  function citation(element: XmlElement, level: number): Content {
    const label = plain(childOf(element, 'label'));
    const parts = [...elementsOf(element)].filter(({ name }) => name !== 'label');
    const text = parts.map((part) => [
      ' ',
      part.name === 'element-citation'
        ? [...elementsOf(part)].map(plain).filter(Boolean).join(', ')
        : inside(part, level),
    ]);
    return h('p', [label, text], { id: idOf(element) });
  }

  function read(element: XmlElement, level: number): Content {
    const { name, attributes } = element;
    if (SKIPPED.has(name)) return '';
    if (SECTIONS.has(name)) return section(element, level);
    switch (name) {
      case 'abstract':
        return childOf(element, 'title') === undefined
          ? [heading(level, 'Abstract'), inside(element, level + 1)]
          : section(element, level);
      case 'title-group':
      case 'label':
        return '';
      case 'title':
        return h('p', h('strong', inside(element, level)));
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
        return Array.from(elementsOf(element), (part) =>
          wrapped(isKind(part, 'listitem', 'def', 'glossdef') ? 'dd' : 'dt', part, level),
        );
      case 'table-wrap':
      case 'table':
      case 'informaltable':
        return table(element, level);
      case 'thead':
        return h(
          'thead',
          Array.from(elementsOf(element), (part) => row(part, level, true)),
        );
      case 'tr':
      case 'row':
        return row(element, level, false);
      case 'disp-formula':
      case 'inline-formula':
      case 'equation':
      case 'informalequation':
      case 'inlineequation':
        return formula(element);
      case 'mml:math':
        return element;
      case 'xref':
      case 'ext-link':
      case 'uri':
      case 'ulink':
      case 'link':
        return reference(element, level);
      case 'footnote':
        return footnote(element, level);
      case 'fn':
        return written.has(attributes.id ?? '') ? '' : h('p', inside(element, level));
      case 'ref':
        return citation(element, level);
      case 'fig':
      case 'figure':
      case 'informalfigure': {
        const caption = plain(childOf(element, 'caption'));
        return h('p', [labelled(element, level), ' ', caption], { id: idOf(element) });
      }
      case 'mediaobject':
      case 'inlinemediaobject':
        return plain(descend(element, 'textobject')) || plain(childOf(element, 'alt'));
      case 'break':
      case 'sbr':
        return h('br');
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
  const [first = '', ...body] = nodesOf(section(root, 1));
  const isTitled = typeof first !== 'string' && first.name === 'h1';
  return [first, isTitled && author !== null ? h('p', author) : '', body, notesElement(notes)];
}
