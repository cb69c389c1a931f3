import { noInfo } from '../../document/document-info.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { notesElement } from '../html/build-elements.ts';
import { parseHtml } from '../html/parse-html.ts';
import { readAsPage } from '../html/read-page.ts';
import { createPageConverter } from './page-converter.ts';

// Asciidoctor takes time by the square of the headings of a document and of the length of a paragraph: at these limits, seconds.
const MAX_CHARACTERS = 1_000_000;
const MAX_HEADINGS = 5000;
const MAX_PARAGRAPH = 100_000;

function checkSize(text: string): void {
  const refuse = (what: string): never => {
    throw new ConversionError('too_complex', `The AsciiDoc file has ${what}. Split it.`);
  };
  if (text.length > MAX_CHARACTERS) refuse(`more than ${MAX_CHARACTERS} characters`);
  let headings = 0;
  let paragraph = 0;
  for (const line of text.split('\n')) {
    paragraph = line.trim() === '' ? 0 : paragraph + line.length + 1;
    if (line.startsWith('=')) headings += 1;
    if (headings > MAX_HEADINGS) refuse(`more than ${MAX_HEADINGS} headings`);
    // The rows of a table are taken apart.
    if (line.startsWith('|')) paragraph = 0;
    if (paragraph > MAX_PARAGRAPH) refuse(`a paragraph of more than ${MAX_PARAGRAPH} characters`);
  }
}

const damaged = (cause: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The AsciiDoc file cannot be read. Correct its markup.', { cause });

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Converts a document to the elements of a page. Includes nothing: safe mode `secure` reads no files. */
async function toPage(text: string) {
  const asciidoctor = await import('@asciidoctor/core');
  try {
    const document = await asciidoctor.load(text, {
      safe: 'secure',
      converter: createPageConverter(asciidoctor),
      logger: new asciidoctor.NullLogger(),
      attributes: { showtitle: '', 'toc!': '', nofootnotes: '', experimental: '' },
    });
    const body = String(await document.convert({ standalone: false }));
    const notes = document.footnotes.map(
      async ({ index, text: note }: { index: unknown; text: unknown }) =>
        [`_footnotedef_${String(index)}`, (await parseHtml(String(note))).children] as const,
    );
    const attribute = (name: string): string | null => asText(document.getAttribute(name));
    return {
      content: [(await parseHtml(body)).children, notesElement(await Promise.all(notes))],
      title: attribute('doctitle'),
      author: attribute('author'),
      keywords: attribute('keywords'),
      subject: attribute('description'),
      language: attribute('lang') ?? undefined,
    };
  } catch (error) {
    throw damaged(error);
  }
}

/** Reads an AsciiDoc file. Throws ConversionError `too_complex` beyond its limits, and `corrupt_document`. */
export async function readAsciidoc(
  bytes: Uint8Array,
  { options, needs }: ReadRequest<typeof textOptions, 'asciidoc'>,
): Promise<DocumentResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  checkSize(text);
  const { content, title, author, keywords, subject, language } = await toPage(text);
  return readAsPage(
    content,
    { format: 'asciidoc', metadata: { ...noInfo, title, author, keywords, subject, encoding }, language },
    needs,
    warnings,
  );
}
