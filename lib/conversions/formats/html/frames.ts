import { oneLine } from '../../document/clean-text.ts';
import { ConversionError } from '../../errors.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';
import type { HtmlElement } from './html-node.ts';
import { findElement, rawText } from './leaf-elements.ts';
import { parseHtml } from './parse-html.ts';

/** A page that only divides the window into frames, which are files of their own (HTML 16.2). */
interface FramesetPage {
  /** Addresses of the frames as written. */
  readonly frames: readonly string[];
  /** The content of `noframes`, which browsers without frames display; empty if there is none. */
  readonly markup: string;
}

function addFrames(element: HtmlElement, frames: string[], markup: string[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const source = oneLine(child.attributes.src ?? '').trim();
    if (child.name === 'frame' && source !== '') frames.push(source);
    // Parsers keep it as text (HTML 13.2.6.4.7).
    if (child.name === 'noframes') markup.push(rawText(child));
    addFrames(child, frames, markup);
  }
}

/** Returns the frames of a page and its markup without frames. The page is assumed to have no other content. */
export function framesetOf(root: HtmlElement): FramesetPage {
  const frames: string[] = [];
  const markup: string[] = [];
  addFrames(root, frames, markup);
  return { frames, markup: markup.join('\n') };
}

const NAMES_SHOWN = 10;
const NAME_CHARACTERS = 100;

function namesOf(frames: readonly string[]): string {
  const names = frames.slice(0, NAMES_SHOWN).map((name) => name.slice(0, NAME_CHARACTERS));
  const more = frames.length > NAMES_SHOWN ? ` and ${frames.length - NAMES_SHOWN} more` : '';
  return `${names.join(', ')}${more}`;
}

/** Returns a warning that lists the frames of a page, which are not in its file. */
export const framesWarnings = (frames: readonly string[]): string[] =>
  frames.length === 0
    ? []
    : [`The page shows frames, which are files of their own: ${namesOf(frames)}. Convert them too.`];

/** The error for a page that only shows frames. */
export const onlyFrames = (frames: readonly string[]): ConversionError =>
  new ConversionError(
    'empty_document',
    `The page has no text of its own. It shows frames, which are other files: ${namesOf(frames)}. Convert those.`,
  );

// Elements without visible text, and those around the frames.
const unseen: ReadonlySet<string> = new Set([
  'head',
  'frameset',
  'title',
  'style',
  'script',
  'noscript',
  'template',
  'noframes',
]);

const hasContent = (element: HtmlElement): boolean =>
  element.children.some((child) =>
    typeof child === 'string'
      ? child.trim() !== ''
      : !unseen.has(child.name) && (child.name === 'img' || hasContent(child)),
  );

/**
 * Returns a page as a browser without frames shows it, and the frames that it lacks. Other pages are returned unchanged.
 * Throws ConversionError `empty_document` if a page only shows frames.
 */
export async function withoutFrames(html: string): Promise<{ html: string; frames: readonly string[] }> {
  if (!/<frameset[\s>]/i.test(html)) return { html, frames: [] };
  const root = await parseHtml(html);
  if (findElement(root, ({ name }) => name === 'frameset') === undefined || hasContent(root))
    return { html, frames: [] };
  const { frames, markup } = framesetOf(root);
  if (markup.trim() === '' && frames.length > 0) throw onlyFrames(frames);
  const head: string[] = [];
  const collect = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.name === 'title') head.push(`<title>${escapeMarkup(rawText(child))}</title>`);
      else if (child.name === 'style') head.push(`<style>${rawText(child)}</style>`);
      else collect(child);
    }
  };
  collect(root);
  return { html: `<!doctype html>${head.join('')}${markup}`, frames };
}
