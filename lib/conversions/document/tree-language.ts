import { cleanText } from './clean-text.ts';
import type { DocumentTree, TreeBlock } from './document-tree.ts';
import { detectLanguage } from './language.ts';
import { cellText } from './plain-text.ts';

// Language detection reads at most 12,000 characters, so large documents need no larger sample.
const SAMPLE_CHARACTERS = 12_000;

const proseKinds: readonly TreeBlock['kind'][] = ['paragraph', 'list', 'quote', 'heading'];

/** Returns a document's language as BCP 47: declared, else detected from its beginning; null if unknown. */
export async function languageOf(tree: DocumentTree): Promise<string | null> {
  if (tree.language !== undefined && /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,10}$/i.test(tree.language))
    return tree.language;
  let sample = '';
  for (const block of tree.blocks) {
    if (sample.length >= SAMPLE_CHARACTERS) break;
    if (proseKinds.includes(block.kind)) sample += `${cellText({ blocks: [block] })}\n`;
  }
  return await detectLanguage(cleanText(sample.slice(0, SAMPLE_CHARACTERS)));
}
