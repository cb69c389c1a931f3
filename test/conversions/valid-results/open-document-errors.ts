import { unzipSync } from 'fflate';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';

interface Facts {
  readonly ids: string[];
  readonly styles: Set<string>;
  readonly usedStyles: Set<string>;
  readonly links: Set<string>;
}

// Attributes with the name of a style, by the family of the style. Names of pages and lists are of other elements.
const styleUses =
  /^(?:text|table|draw|presentation|style):(?:style-name|parent-style-name|master-page-name|page-layout-name)$/;
const styleElements = new Set([
  'style:style',
  'text:list-style',
  'style:page-layout',
  'style:master-page',
  'number:number-style',
  'number:date-style',
]);

function readPart(name: string, text: string, facts: Facts): string[] {
  const errors: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => errors.push(`${name}: ${error.message}`));
  parser.on('opentag', ({ name: element, attributes }) => {
    for (const { name: attribute, value } of Object.values<SaxesAttributeNS>(attributes)) {
      if (attribute === 'xml:id' || attribute === 'draw:id') facts.ids.push(value);
      if (attribute === 'xlink:href') facts.links.add(value);
      if (attribute === 'style:name' && styleElements.has(element)) facts.styles.add(value);
      if (styleUses.test(attribute) && value !== '') facts.usedStyles.add(value);
    }
  });
  parser.write(text).close();
  return errors;
}

/** The paths that the manifest lists, without those of folders. */
const listed = (manifest: string): string[] =>
  [...manifest.matchAll(/manifest:full-path="([^"]*)"/g)].flatMap(([, path = '']) =>
    path.endsWith('/') ? [] : [path],
  );

const isInside = (link: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|#|\/|\.\.\/)/i.test(link) && link !== '';

/** What is wrong with an OpenDocument package (ODF 1.3 part 2, 3) and with the names in it. */
export function openDocumentErrors(bytes: Uint8Array): readonly string[] {
  const files = unzipSync(bytes);
  const paths = Object.keys(files).filter((path) => !path.endsWith('/'));
  const textOf = (path: string): string => Buffer.from(files[path] ?? []).toString();
  const facts: Facts = { ids: [], styles: new Set(), usedStyles: new Set(), links: new Set() };
  const head = Buffer.from(bytes.subarray(0, 38));
  const isStoredFirst = head.readUInt16LE(8) === 0 && head.subarray(30, 38).toString() === 'mimetype';
  const manifest = listed(textOf('META-INF/manifest.xml'));
  const own = paths.filter((path) => path !== 'mimetype' && !path.startsWith('META-INF/'));
  const required = ['content.xml', 'META-INF/manifest.xml'];
  const malformed = paths
    .filter((path) => path.endsWith('.xml'))
    .flatMap((path) => readPart(path, textOf(path), facts));
  return [
    ...(isStoredFirst ? [] : ['mimetype is not first and stored']),
    ...own.filter((path) => !manifest.includes(path)).map((path) => `${path} is not in the manifest`),
    ...manifest.filter((path) => !own.includes(path)).map((path) => `${path} is in the manifest only`),
    ...required.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    ...malformed,
    ...[...facts.usedStyles].filter((style) => !facts.styles.has(style)).map((style) => `no style ${style}`),
    ...facts.ids
      .filter((id, at) => facts.ids.indexOf(id) !== at)
      .map((id) => `${id} is the id of two elements`),
    ...[...facts.links]
      .map((link) => link.replace(/^\.\//, ''))
      .filter((link) => isInside(link) && !paths.some((path) => path === link || path.startsWith(`${link}/`)))
      .map((link) => `no file ${link}`),
  ];
}
