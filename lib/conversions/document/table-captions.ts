import { figureWords, firstWordOf, tableWords } from './caption-words.ts';
import { inlineText, type TreeBlock } from './document-tree.ts';

/** The text of a paragraph that is a caption. */
const captionText = (block: TreeBlock | undefined): string | undefined =>
  block?.kind === 'paragraph' && block.role === 'caption'
    ? inlineText(block.content).replaceAll(/\s+/g, ' ').trim() || undefined
    : undefined;

const isImage = (block: TreeBlock | undefined): boolean =>
  block?.kind === 'paragraph' &&
  block.content.some(({ kind }) => kind === 'image') &&
  inlineText(block.content.filter(({ kind }) => kind !== 'image')).trim() === '';

/** The text of a caption if it is that of a table: not that of a figure, nor of the image on its other side. */
function tableCaption(caption: TreeBlock | undefined, beyond: TreeBlock | undefined): string | undefined {
  const text = captionText(caption);
  if (text === undefined || figureWords.has(firstWordOf(text))) return undefined;
  return isImage(beyond) && !tableWords.has(firstWordOf(text)) ? undefined : text;
}

/**
 * The captions of the tables among some blocks: their own, or the paragraph with the role of a caption above or below them.
 * One between two tables belongs to the upper one if that has no other and the lower one has.
 */
export function tableCaptions(blocks: readonly TreeBlock[]): Map<TreeBlock, string> {
  const captions = new Map<TreeBlock, string>();
  let usedTo = -1;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'table') continue;
    const above = at - 1 > usedTo ? tableCaption(blocks[at - 1], blocks[at - 2]) : undefined;
    const isNextOf = blocks[at + 2]?.kind === 'table' && captionText(blocks[at + 3]) === undefined;
    const below = isNextOf ? undefined : tableCaption(blocks[at + 1], blocks[at + 2]);
    const own = block.caption ?? above ?? below;
    if (own !== undefined) captions.set(block, own);
    if (block.caption === undefined && above === undefined && below !== undefined) usedTo = at + 1;
  }
  return captions;
}
