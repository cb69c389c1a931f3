import type { Address, Attachment, Email } from 'postal-mime';
import { type DocumentInfo, noInfo } from '../../document/document-info.ts';
import { type AttachedFile, type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import { decodedName } from '../../document/resolve-links.ts';
import type { Target } from '../../engine/engine.ts';
import { createPageImages, imageSize } from '../html/data-images.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { readHtml } from '../html/read-html.ts';

/** A message, however its file is written. */
export type Message = Pick<
  Email,
  'from' | 'to' | 'cc' | 'subject' | 'date' | 'html' | 'text' | 'attachments'
>;

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

/** Who wrote a message; null if it does not say. */
export const authorOf = ({ from }: Message): string | null => {
  if (from === undefined) return null;
  const { name, address = '' } = from;
  return (name === '' || address === '' ? `${name}${address}` : `${name} <${address}>`) || null;
};

/** The subject on one line; null if there is none. */
export const subjectOf = ({ subject = '' }: Message): string | null =>
  subject.replaceAll(/\s+/g, ' ').trim() || null;

/** When it was sent, in ISO 8601 with seconds, as the properties of other formats have it. */
export const timeOf = ({ date }: Message): string | null =>
  date === undefined || Number.isNaN(Date.parse(date))
    ? null
    : `${new Date(date).toISOString().slice(0, 19)}Z`;

const paragraph = (content: readonly Inline[]): TreeBlock => ({ kind: 'paragraph', content });

/** The lines above a message: who wrote it to whom and when. */
export function headerBlocks(email: Message): TreeBlock[] {
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
function partsByAddress(email: Message): Map<string, Attachment> {
  const parts = new Map<string, Attachment>();
  for (const part of email.attachments) {
    const id = part.contentId?.replaceAll(/^<|>$/g, '');
    if (id === undefined) continue;
    parts.set(`cid:${id}`, part);
    parts.set(id, part);
  }
  return parts;
}

/** What a message says. */
export interface Body {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly info: DocumentInfo;
  readonly language: string | undefined;
  /** The parts that it shows. */
  readonly shown: ReadonlySet<Attachment>;
  readonly images: Pick<ImageStore, 'images' | 'warnings'>;
}

/** Reads the page of a message with the images in it, or else its text. */
export async function bodyOf(email: Message, target: Target | undefined): Promise<Body> {
  const shown = new Set<Attachment>();
  const store = createImageStore(target);
  const { html, text = '' } = email;
  if (html === undefined || html.trim() === '')
    return {
      blocks: textBlocks(text),
      notes: [],
      info: noInfo,
      language: undefined,
      shown,
      images: store,
    };
  const parts = partsByAddress(email);
  const images = createPageImages(target, store);
  const placeImage = (element: HtmlElement): readonly Inline[] => {
    const source = element.attributes.src?.trim() ?? '';
    const part = parts.get(source) ?? parts.get(decodedName(source));
    if (part === undefined) return images.placeImage(element);
    shown.add(part);
    const alt = element.attributes.alt ?? '';
    return store.place({ key: source, read: () => bytesOf(part), alt, ...imageSize(element) });
  };
  const page = await readHtml(html, {
    placeImage,
    resolveRelative: () => undefined,
    mainContent: false,
    firstNote: 0,
  });
  return { ...page, shown, images };
}

const KILOBYTE = 1024;

/** A file that comes with a message. */
export const attachedFile = (part: Attachment): AttachedFile => ({
  name: part.filename ?? 'unnamed',
  mimeType: part.mimeType,
  bytes: bytesOf(part).length,
});

/** A list of the files that come with a message. */
export function attachmentBlocks(attachments: readonly AttachedFile[]): TreeBlock[] {
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
