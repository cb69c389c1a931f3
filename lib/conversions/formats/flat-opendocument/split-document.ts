import type { SaxesParser, SaxesTagPlain } from 'saxes';
import { nameTable } from '../../base/name-table.ts';
import { ConversionError } from '../../errors.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import type { PackageEntry } from '../../shared/opendocument/pack-package.ts';
import { zipLimits } from '../../shared/zip/limits.ts';

/** A document that is being split: the whole one, or one embedded in it. */
interface OpenDocument {
  /** `''` or such as `Object 1/`. */
  readonly folder: string;
  readonly root: SaxesTagPlain;
  /** Number of open elements around its root. */
  readonly depth: number;
  /** Pieces of each file's text, by name. */
  readonly files: Map<string, string[]>;
  /** Where the text around it goes. */
  readonly around: readonly string[][];
}

interface OpenElement {
  readonly tag: SaxesTagPlain;
  /** Position after the start tag. */
  readonly tagEnd: number;
  /** Path of the file that the element becomes. */
  readonly path?: string | undefined;
}

// OpenDocument 1.3, part 3, 3.1.2: the children of `office:document`, and the files of a package that contain them. Scripts are
// left out: they never run.
const filesOf: Readonly<Record<string, readonly string[]>> = nameTable({
  meta: ['meta'],
  settings: ['settings'],
  'font-face-decls': ['styles', 'content'],
  styles: ['styles'],
  'automatic-styles': ['styles', 'content'],
  'master-styles': ['styles'],
  body: ['content'],
});

const FORMULA = 'application/vnd.oasis.opendocument.formula';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of the first attribute with this name in any namespace. */
const attributeOf = ({ attributes }: SaxesTagPlain, local: string): string | undefined =>
  Object.entries(attributes).find(([name]) => localName(name) === local)?.[1];

/** An element with these attributes around text that is XML already. */
function element(name: string, attributes: Readonly<Record<string, string>>, text: string): Buffer {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${written.join('')}>${text}</${name}>\n`,
  );
}

const declarationsOf = ({ attributes }: SaxesTagPlain): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => /^xmlns(?::|$)/.test(name)));

/**
 * Splits an OpenDocument file that is one XML element (1.3, part 3, 3.1.2) into the entries of a package. Images and embedded
 * objects become files that the text refers to; all other text is copied as it is.
 *
 * Throws ConversionError `too_complex` if there are too many images and objects, and what the parser throws.
 */
export function splitFlatDocument(xml: string, parser: SaxesParser): readonly PackageEntry[] {
  const entries: PackageEntry[] = [];
  const documents: OpenDocument[] = [];
  const open: OpenElement[] = [];
  /** Where text goes, and from which position on it has not been copied. */
  let sinks: readonly string[][] = [];
  let copied = 0;
  let objects = 0;

  const add = (entry: PackageEntry): void => {
    if (entries.push(entry) > zipLimits.maxEntries)
      throw new ConversionError(
        'too_complex',
        `The document has more than ${zipLimits.maxEntries} images and objects. Split it.`,
      );
  };

  /** The position of the tag that ends here: no attribute contains this sign. */
  const tagStart = (): number => xml.lastIndexOf('<', parser.position - 1);

  function copyTo(position: number): void {
    const text = xml.slice(copied, Math.max(copied, position));
    for (const sink of sinks) sink.push(text);
    copied = Math.max(copied, position);
  }

  /** Copies what precedes this element, which becomes a file that the element around it refers to. */
  function linkTo(path: string): void {
    const around = open.at(-1);
    // If it refers to a file already, or this is its second one, that is left out.
    if (around !== undefined && attributeOf(around.tag, 'href') === undefined && copied < around.tagEnd) {
      copyTo(around.tagEnd - 1);
      const isDeclared = Object.hasOwn(around.tag.attributes, 'xmlns:xlink');
      const declaration = isDeclared ? '' : ' xmlns:xlink="http://www.w3.org/1999/xlink"';
      for (const sink of sinks) sink.push(`${declaration} xlink:href="${path}"`);
    }
    copyTo(tagStart());
  }

  /** The path of the file that an element becomes; undefined if it stays text. */
  function pathOf(name: string): string | undefined {
    const around = localName(open.at(-1)?.tag.name ?? '');
    const isObject = around === 'object' && (name === 'document' || name === 'math');
    if (!isObject && name !== 'binary-data') return undefined;
    objects += 1;
    return around === 'object' || around === 'object-ole' ? `Object ${objects}` : `Pictures/${objects}`;
  }

  function begin(tag: SaxesTagPlain): void {
    const document = documents.at(-1);
    const name = localName(tag.name);
    const isChild = document !== undefined && open.length === document.depth + 1;
    const path = isChild ? undefined : pathOf(name);
    if (path !== undefined) linkTo(path.startsWith('Object') ? `./${path}` : path);
    if (name === 'document' && (document === undefined || path !== undefined)) {
      const folder = path === undefined ? '' : `${path}/`;
      documents.push({ folder, root: tag, depth: open.length, files: new Map(), around: sinks });
      sinks = [];
    } else if (isChild) {
      sinks = (filesOf[name] ?? []).map((file) => {
        const sink = document.files.get(file) ?? [];
        document.files.set(file, sink);
        return sink;
      });
      copied = tagStart();
    }
    open.push({ tag, tagEnd: parser.position, path });
  }

  function endDocument({ folder, root, files, around }: OpenDocument): void {
    const kept = Object.entries(root.attributes).filter(([name]) => localName(name) !== 'mimetype');
    const attributes = Object.fromEntries(kept);
    if (folder !== '') add({ path: folder, mediaType: attributeOf(root, 'mimetype') ?? '' });
    for (const [file, text] of files) {
      const bytes = element(`${root.name}-${file}`, attributes, text.join(''));
      add({ path: `${folder}${file}.xml`, mediaType: 'text/xml', bytes });
    }
    documents.pop();
    sinks = around;
  }

  /** Adds the file of an image, an embedded object of another program or a formula. */
  function endFile({ tag, tagEnd }: OpenElement, path: string): void {
    const text = xml.slice(tagEnd, tagStart());
    const root = documents.at(-1)?.root;
    if (localName(tag.name) === 'binary-data' || root === undefined) {
      add({ path, mediaType: '', bytes: Buffer.from(text, 'base64') });
      return;
    }
    const attributes = { ...declarationsOf(root), ...tag.attributes };
    add({ path: `${path}/`, mediaType: FORMULA });
    const bytes = element(tag.name, attributes, text);
    add({ path: `${path}/content.xml`, mediaType: 'text/xml', bytes });
  }

  function end(): void {
    const ended = open.pop();
    const document = documents.at(-1);
    if (ended === undefined || document === undefined) return;
    if (open.length === document.depth) {
      endDocument(document);
      copied = parser.position;
    } else if (open.length === document.depth + 1) {
      copyTo(parser.position);
      sinks = [];
    } else if (ended.path !== undefined) {
      endFile(ended, ended.path);
      copied = parser.position;
    }
  }

  parser.on('opentag', begin);
  parser.on('closetag', end);
  parser.write(xml).close();
  return entries;
}
