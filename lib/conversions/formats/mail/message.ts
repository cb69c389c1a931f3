import type { Address } from 'postal-mime';
import { appendAll } from '../../base/arrays.ts';
import { parseIsoTime } from '../../base/iso-time.ts';
import { noInfo } from '../../document/document-info.ts';
import type { AttachedFile } from '../../document/document-model.ts';
import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import { decodedName } from '../../document/resolve-links.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import { createPageImages, imageSize } from '../html/data-images.ts';
import type { HtmlElement } from '../html/html-node.ts';
import { type PageLosses, pageWarnings } from '../html/page-result.ts';
import { readHtml } from '../html/read-html.ts';
import { type Flow, quotedLines } from './flowed-text.ts';

/** One version of a message's text: HTML or plain text. */
export type MailText =
  | { readonly kind: 'html'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly flow?: Flow };

/** A file attached to a message, or shown in it. */
export interface MailFile {
  readonly filename: string | null;
  readonly mimeType: string;
  /** The identifier by which the message's HTML refers to it. */
  readonly contentId?: string;
  /** Its address in a saved page (RFC 2557). */
  readonly location?: string;
  /** True for a forwarded message, which mail programs show below the text. */
  readonly isForwarded?: true;
  readonly content: Uint8Array;
  /** Reads an embedded message that is not a file of its own. */
  readonly embedded?: () => OutlookMessage;
}

/** A message, independent of its file format. */
export interface Message {
  readonly from?: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  /** The sender, if it differs from the author. */
  readonly sender: readonly Address[];
  /** The recipients of replies, if they differ from the author. */
  readonly replyTo: readonly Address[];
  readonly subject: string;
  readonly date?: string;
  readonly texts: readonly MailText[];
  readonly files: readonly MailFile[];
  readonly warnings: readonly string[];
}

/** An Outlook message, with its text as RTF if it has no HTML. */
export interface OutlookMessage {
  readonly message: Message;
  readonly rtf: Buffer | undefined;
}

/** Returns the people in a field, with links to their addresses. */
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

/** Returns the author of a message; null if it is unknown. */
export const authorOf = ({ from }: Message): string | null => {
  if (from === undefined) return null;
  const { name, address = '' } = from;
  return (name === '' || address === '' ? `${name}${address}` : `${name} <${address}>`) || null;
};

/** Returns the subject on one line; null if there is none. */
export const subjectOf = ({ subject }: Message): string | null =>
  subject.replaceAll(/\s+/g, ' ').trim() || null;

// Zones of RFC 5322, 3.3 and 4.3.
const ZONE = /:\d\d\s*[+-]\d\d:?\d\d|\b(?:UTC?|GMT|Z|[ECMP][SD]T)\b/i;

/** Returns the time of sending in ISO 8601 with seconds, as in the metadata of other formats. A time without a zone is UTC. */
export const timeOf = ({ date = '' }: Message): string | null => {
  const time = parseIsoTime(date) ?? new Date(ZONE.test(date) ? date : `${date} UTC`);
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`;
};

const paragraph = (content: readonly Inline[]): TreeBlock => ({ kind: 'paragraph', content });

/** Returns the header lines of a message: author, recipients and date. */
export function headerBlocks(email: Message): TreeBlock[] {
  const date = timeOf(email) ?? email.date ?? '';
  const lines: readonly (readonly [string, readonly Inline[]])[] = [
    ['From', peopleOf(email.from === undefined ? [] : [email.from])],
    ['Sender', peopleOf(email.sender)],
    ['Reply to', peopleOf(email.replyTo)],
    ['To', peopleOf(email.to)],
    ['Cc', peopleOf(email.cc)],
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

/** Splits lines into paragraphs at empty lines and keeps line breaks. */
function paragraphsOf(lines: readonly string[]): TreeBlock[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trimEnd());
  }
  return paragraphs
    .filter((each) => each.length > 0)
    .map((each) =>
      paragraph(
        each.flatMap((line, at): Inline[] => [
          ...(at === 0 ? [] : [{ kind: 'line_break' as const }]),
          textRun(line),
        ]),
      ),
    );
}

/** Returns plain text as paragraphs, with quoted lines as quotes. */
function textBlocks(text: string, flow: Flow | undefined): TreeBlock[] {
  const blocks: TreeBlock[] = [];
  for (const { depth, lines } of quotedLines(text, flow)) {
    let own = paragraphsOf(lines);
    if (own.length === 0) continue;
    for (let level = 0; level < depth; level += 1) own = [{ kind: 'quote', blocks: own }];
    appendAll(blocks, own);
  }
  return blocks;
}

/** Returns the files that the message's HTML can show, by the addresses that it uses. */
function filesByAddress({ files }: Message): Map<string, MailFile> {
  const parts = new Map<string, MailFile>();
  for (const file of files) {
    const { contentId, location } = file;
    if (contentId !== undefined) {
      parts.set(`cid:${contentId}`, file);
      parts.set(contentId, file);
    }
    if (location !== undefined) parts.set(location, file);
  }
  return parts;
}

/** The content of a message. */
export interface Body {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly metadata: DocumentInfo;
  readonly language: string | undefined;
  /** Files shown in the content. */
  readonly shown: ReadonlySet<MailFile>;
  readonly images: Pick<ImageStore, 'images' | 'warnings'>;
  readonly warnings: readonly string[];
}

/** Reads the texts of a message, with the images in them. */
export async function bodyOf(message: Message, needs: Needs): Promise<Body> {
  const shown = new Set<MailFile>();
  const store = createImageStore(needs);
  const files = filesByAddress(message);
  const images = createPageImages(needs, store);
  const placeImage = (element: HtmlElement): readonly Inline[] => {
    const source = element.attributes.src?.trim() ?? '';
    const file = files.get(source) ?? files.get(decodedName(source));
    if (file === undefined) return images.placeImage(element);
    shown.add(file);
    const alt = element.attributes.alt ?? '';
    return store.place({ key: source, read: () => file.content, alt, ...imageSize(element) });
  };
  const blocks: TreeBlock[] = [];
  const notes: (readonly TreeBlock[])[] = [];
  const pages: PageLosses[] = [];
  let metadata = noInfo;
  let language: string | undefined;
  for (const text of message.texts) {
    if (text.kind === 'text') {
      appendAll(blocks, textBlocks(text.text, text.flow));
      continue;
    }
    const page = await readHtml(text.text, {
      placeImage,
      resolveRelative: () => undefined,
      looks: needs.looks,
      firstNote: notes.length,
    });
    pages.push(page);
    if (metadata === noInfo) ({ metadata } = page);
    language ??= page.language;
    appendAll(blocks, page.blocks);
    appendAll(notes, page.notes);
  }
  return { blocks, notes, metadata, language, shown, images, warnings: pageWarnings(pages) };
}

/** Returns a message's file as an attachment of the document model. */
export const attachedFile = ({ filename, mimeType, content }: MailFile): AttachedFile => ({
  name: filename || 'unnamed',
  mime_type: mimeType,
  bytes: content.length,
});
