import type { Address, Attachment, Email } from 'postal-mime';
import { ConversionError } from '../../../errors.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';
import { type AttachedFile, type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import type { Target } from '../../engine/engine.ts';
import { noOptions } from '../../engine/options.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { imageSize } from '../html/data-images.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { pageResult } from '../html/page-result.ts';
import { readHtml } from '../html/read-html.ts';

// Parts in parts: forwarded messages, each with a body of two alternatives.
const MAX_NESTING = 50;
const MAX_HEADER_BYTES = 1024 * 1024;

const damaged = (cause: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The message is damaged and cannot be read. Save it again.', {
    cause,
  });

/**
 * Gives each part of a saved page its address (RFC 2557, 4.2) as its identifier, by which the library knows it. Only
 * header lines of that name change.
 */
const withAddresses = (page: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(page.buffer, page.byteOffset, page.byteLength)
      .toString('latin1')
      .replaceAll(/^Content-Location:[ \t]*(\S+)/gim, '$&\r\nContent-ID: <$1>'),
    'latin1',
  );

async function parse(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
      forceRfc822Attachments: true,
    });
  } catch (error) {
    throw damaged(error);
  }
}

/** The people of a field, with links to their addresses. */
function peopleOf(addresses: readonly Address[]): Inline[] {
  return addresses.flatMap((person, at): Inline[] => {
    const before = at === 0 ? '' : ', ';
    const { name } = person;
    if (person.group !== undefined) return [textRun(`${before}${name}: `), ...peopleOf(person.group)];
    const { address } = person;
    if (address === '') return [textRun(`${before}${name}`)];
    const label = name === '' || name === address ? before : `${before}${name} `;
    return [...(label === '' ? [] : [textRun(label)]), textRun(address, { href: `mailto:${address}` })];
  });
}

const authorOf = ({ from }: Email): string | null => {
  if (from === undefined) return null;
  const { name, address = '' } = from;
  return (name === '' || address === '' ? `${name}${address}` : `${name} <${address}>`) || null;
};

const subjectOf = ({ subject = '' }: Email): string | null => subject.replaceAll(/\s+/g, ' ').trim() || null;

/** ISO 8601 with seconds, as the properties of other formats have it. */
const timeOf = ({ date }: Email): string | null =>
  date === undefined || Number.isNaN(Date.parse(date))
    ? null
    : `${new Date(date).toISOString().slice(0, 19)}Z`;

const paragraph = (content: readonly Inline[]): TreeBlock => ({ kind: 'paragraph', content });

/** The lines above a message: who wrote it to whom and when. */
function headerBlocks(email: Email): TreeBlock[] {
  const date = timeOf(email) ?? email.date ?? '';
  const lines: readonly (readonly [string, readonly Inline[]])[] = [
    ['From', peopleOf(email.from === undefined ? [] : [email.from])],
    ['To', peopleOf(email.to ?? [])],
    ['Cc', peopleOf(email.cc ?? [])],
    ['Date', date === '' ? [] : [textRun(date)]],
  ];
  const content = lines
    .filter(([, value]) => value.length > 0)
    .flatMap(([name, value], at): Inline[] => [
      ...(at === 0 ? [] : [{ kind: 'line_break' as const }]),
      textRun(`${name}:`, { bold: true }),
      textRun(' '),
      ...value,
    ]);
  const subject = subjectOf(email);
  return [
    ...(subject === null ? [] : [{ kind: 'heading' as const, level: 1, content: [textRun(subject)] }]),
    ...(content.length === 0 ? [] : [paragraph(content)]),
  ];
}

/** Plain text: paragraphs between empty lines, lines as they are, quoted lines as quotes. */
function textBlocks(text: string): TreeBlock[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part): TreeBlock => {
      const lines = part.split('\n').filter((line) => line.trim() !== '');
      const isQuote = lines.every((line) => line.startsWith('>'));
      const content = lines.flatMap((line, at): Inline[] => [
        ...(at === 0 ? [] : [{ kind: 'line_break' as const }]),
        textRun(isQuote ? line.replace(/^> ?/, '') : line.trimEnd()),
      ]);
      return isQuote ? { kind: 'quote', blocks: [paragraph(content)] } : paragraph(content);
    });
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

/** The parts of a message that its page can show, by the addresses that the page has for them. */
function partsByAddress(email: Email): Map<string, Attachment> {
  const parts = new Map<string, Attachment>();
  for (const part of email.attachments) {
    const id = part.contentId?.replaceAll(/^<|>$/g, '');
    if (id === undefined) continue;
    parts.set(`cid:${id}`, part);
    parts.set(id, part);
  }
  return parts;
}

interface Body {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  readonly shown: ReadonlySet<Attachment>;
}

async function bodyOf(email: Email, store: ImageStore): Promise<Body> {
  const shown = new Set<Attachment>();
  const { html, text = '' } = email;
  if (html === undefined || html.trim() === '')
    return { blocks: textBlocks(text), notes: [], info: noInfo, language: undefined, shown };
  const parts = partsByAddress(email);
  const placeImage = (element: HtmlElement): Inline[] => {
    const source = element.attributes.src?.trim() ?? '';
    const part = parts.get(source);
    if (part !== undefined) shown.add(part);
    const alt = element.attributes.alt ?? '';
    const read = (): Uint8Array | undefined => (part === undefined ? undefined : bytesOf(part));
    return store.place({ key: source, read, alt, ...imageSize(element) });
  };
  const page = await readHtml(html, {
    placeImage,
    resolveRelative: () => undefined,
    mainContent: false,
    firstNote: 0,
  });
  return { ...page, shown };
}

const KILOBYTE = 1024;

const attachedFile = (part: Attachment): AttachedFile => ({
  name: part.filename ?? 'unnamed',
  mimeType: part.mimeType,
  bytes: bytesOf(part).length,
});

/** A list of the files that come with a message. */
function attachmentBlocks(attachments: readonly AttachedFile[]): TreeBlock[] {
  if (attachments.length === 0) return [];
  return [
    { kind: 'heading', level: 2, content: [textRun('Attachments')] },
    {
      kind: 'list',
      ordered: false,
      items: attachments.map(({ name, mimeType, bytes }) => ({
        blocks: [paragraph([textRun(`${name} (${mimeType}, ${Math.ceil(bytes / KILOBYTE)} KB)`)])],
      })),
    },
  ];
}

async function read(
  bytes: Uint8Array,
  from: 'eml' | 'mhtml',
  target: Target | undefined,
): Promise<DocumentResult> {
  const email = await parse(from === 'mhtml' ? withAddresses(bytes) : bytes);
  const store = createImageStore(target);
  const { blocks: body, notes, info, language, shown } = await bodyOf(email, store);
  const isPage = from === 'mhtml';
  const attachments = isPage ? [] : email.attachments.filter((part) => !shown.has(part)).map(attachedFile);
  const blocks = isPage ? body : [...headerBlocks(email), ...body, ...attachmentBlocks(attachments)];
  if (blocks.length === 0 && target?.to !== 'metadata')
    throw new ConversionError('empty_document', 'The message contains no text. Save it again.');
  const result = pageResult(
    {
      fileType: from,
      info: {
        ...info,
        title: (isPage ? info.title : null) ?? subjectOf(email),
        author: authorOf(email),
        created: timeOf(email),
      },
      language,
      blocks,
      notes,
    },
    store,
    [],
  );
  return { ...result, tree: { ...result.tree, attachments } };
}

const mailReader = <const From extends 'eml' | 'mhtml'>(from: From) =>
  documentReader({
    name: `postal-mime-${from}-reader`,
    package: 'postal-mime',
    from: [from],
    options: noOptions,
    read: (bytes, { target }) => read(bytes, from, target),
  });

/** Reads messages of mail programs (RFC 5322 and MIME): the message, and a list of the files with it. */
export const emlReader = mailReader('eml');

/** Reads web pages saved as one MIME file (RFC 2557). */
export const mhtmlReader = mailReader('mhtml');
