import type { SaxesParser, SaxesTagPlain } from 'saxes';
import { ConversionError } from '../../errors.ts';
import { decodeXml } from './decode-xml.ts';
import type { XmlElement, XmlNode } from './element.ts';
import { createNames, type Names } from './names.ts';
import { xmlEntities } from './xml-entities.ts';

/** Options for reading a part. */
export interface ReadXmlOptions {
  /** This project's prefixes by namespace. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Names for a part that is written again, whose attributes are all kept. Default: those of `namespaces`. */
  readonly names?: Names;
  /**
   * Passes each child of these elements to `take` when it ends instead of keeping it, so that a long document needs no
   * more memory than its longest paragraph or table.
   */
  readonly detach?: {
    readonly within: ReadonlySet<string>;
    readonly take: (element: XmlElement, parent: string) => void;
  };
}

// Office nests tables up to 62 deep, and LibreOffice fails before 300; each is three elements. Readers are recursive.
const MAX_DEPTH = 768;
// An element takes about 200 bytes, so this is 1.2 GB; only a single huge table has that many.
const MAX_ELEMENTS = 6_000_000;
// Unused base64 copies of drawings are longer; addresses and styles are not.
const MAX_ATTRIBUTE_CHARACTERS = 32_768;

const tooComplex = (what: string): ConversionError =>
  new ConversionError('too_complex', `The document has ${what}. Simplify it.`);

const malformed = (cause: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The document is damaged: a part of it is not well-formed XML. Save the document again.',
    { cause },
  );

function xmlParser({ SaxesParser: Parser }: typeof import('saxes')): SaxesParser {
  const parser = new Parser();
  parser.ENTITIES = xmlEntities;
  parser.on('doctype', (declaration) => {
    // XML 1.0, 2.8: only an internal subset is in brackets. An external one is not fetched.
    if (!declaration.includes('[')) return;
    throw new ConversionError(
      'unsupported_content',
      'The document contains a DTD, which its format does not allow. Save the document again.',
    );
  });
  parser.on('error', (error) => {
    throw malformed(error);
  });
  return parser;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
}

function connect(parser: SaxesParser, options: ReadXmlOptions): () => XmlElement | undefined {
  const { namespaces, detach } = options;
  const names = options.names ?? createNames(namespaces);
  const maxCharacters = options.names === undefined ? MAX_ATTRIBUTE_CHARACTERS : Number.POSITIVE_INFINITY;
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  function begin(tag: SaxesTagPlain): void {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw tooComplex(`a part with more than ${MAX_ELEMENTS} XML elements`);
    if (open.length >= MAX_DEPTH) throw tooComplex(`XML elements nested more than ${MAX_DEPTH} deep`);
    names.enter(tag.attributes);
    const attributes: Record<string, string> = Object.create(null);
    for (const name in tag.attributes) {
      const value = tag.attributes[name];
      if (value !== undefined && value.length <= maxCharacters) attributes[names.attribute(name)] = value;
    }
    open.push({ name: names.element(tag.name), attributes, children: [] });
  }

  function end(): void {
    const element = open.pop();
    names.leave();
    const parent = open.at(-1);
    if (element === undefined) return;
    if (parent === undefined) root ??= element;
    else if (detach?.within.has(parent.name) === true) detach.take(element, parent.name);
    else parent.children.push(element);
  }

  const addText = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  parser.on('opentag', begin);
  parser.on('closetag', end);
  parser.on('text', addText);
  parser.on('cdata', addText);
  return () => root;
}

/**
 * Loads a parser that supports only the predefined entities and rejects document type definitions, so nothing expands and nothing
 * is fetched. A document type declaration that only names one is harmless.
 *
 * Its `write` and `close` throw ConversionError `corrupt_document` if the XML is not well-formed and `unsupported_content` if it
 * contains a definition.
 */
export async function createXmlParser(): Promise<SaxesParser> {
  const { default: saxes } = await import('saxes');
  return xmlParser(saxes);
}

/** Reads an XML part; see {@link loadXmlReader}. */
type ReadXml = (bytes: Uint8Array, options: ReadXmlOptions) => XmlElement;

/**
 * Loads the XML reader.
 *
 * It throws what the parser throws, see {@link createXmlParser}, and ConversionError `too_complex` if there are too many elements or
 * they are nested too deeply.
 */
export async function loadXmlReader(): Promise<ReadXml> {
  const { default: saxes } = await import('saxes');
  return (bytes, options) => {
    const parser = xmlParser(saxes);
    const finish = connect(parser, options);
    parser.write(decodeXml(bytes)).close();
    const root = finish();
    if (root === undefined) throw malformed(undefined);
    return root;
  };
}
