import { Parser } from 'htmlparser2';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const blocks = words(
  'address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul',
);
const phrasingOnly = words('p h1 h2 h3 h4 h5 h6 pre span b i em strong code sub sup u s del mark');
const parents: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('ul ol menu'),
  tr: words('table thead tbody tfoot'),
  td: words('tr'),
  th: words('tr'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  caption: words('table'),
  figcaption: words('figure'),
  dt: words('dl div'),
  dd: words('dl div'),
};
const children: Readonly<Record<string, ReadonlySet<string>>> = {
  ul: words('li'),
  ol: words('li'),
  dl: words('dt dd div'),
  table: words('caption colgroup thead tbody tfoot tr'),
  tr: words('td th'),
};
const voids = words('area base br col embed hr img input link meta source track wbr');

/** What is wrong with an HTML page: its nesting (HTML, 3.2.5.2), ids and links to them, images without `alt`, title and language. */
export function htmlErrors(page: string): readonly string[] {
  const errors: string[] = [];
  const open: string[] = [];
  const ids: string[] = [];
  const targets: string[] = [];
  const languages: (string | undefined)[] = [];
  let titles = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = open.at(-1) ?? '';
      const isForeign = open.includes('svg') || open.includes('math');
      if (!isForeign) {
        if (parents[name]?.has(parent) === false) errors.push(`<${name}> in <${parent}>`);
        if (children[parent]?.has(name) === false) errors.push(`<${name}> in <${parent}>`);
        if (blocks.has(name) && open.some((outer) => phrasingOnly.has(outer)))
          errors.push(`<${name}> in ${open.join(' ')}`);
        if (name === 'a' && open.includes('a')) errors.push('<a> in <a>');
        if (name === 'title') titles += 1;
        if (name === 'img' && attributes.alt === undefined) errors.push('<img> without alt');
        if (name === 'html') languages.push(attributes.lang);
      }
      if (attributes.id !== undefined) ids.push(attributes.id);
      if (name === 'a' && attributes.href?.startsWith('#') && attributes.href.length > 1)
        targets.push(decodeURIComponent(attributes.href.slice(1)));
      open.push(name);
    },
    onclosetag(name, isImplied) {
      open.pop();
      if (isImplied && !voids.has(name)) errors.push(`<${name}> is not closed`);
    },
  });
  parser.end(page);
  return [
    ...errors,
    ...(/^<!doctype html>/i.test(page) ? [] : ['no doctype']),
    // None if the document does not say what its language is.
    ...(languages.includes('') ? ['an empty language'] : []),
    ...(titles === 1 ? [] : [`${titles} titles`]),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two ids ${id}`),
    ...targets.filter((target) => !ids.includes(target)).map((target) => `no id ${target}`),
  ];
}
