import type { Plan } from './plan.ts';

/** Whether a conversion recognizes text (OCR); `if_needed`: on pages that are images without usable text. */
export type TextRecognition = 'always' | 'if_needed' | 'never';

/** Targets that do not contain the text of images. */
const textless: readonly string[] = ['metadata', 'images'];

/** Whether the best route of a plan recognizes text. The file itself is not read. */
export function textRecognitionOf({ from, target, options, routes }: Plan): TextRecognition {
  const names = (routes[0] ?? []).flatMap(({ engine }) => Object.keys(engine.options.shape));
  const unlessText = from === 'pdf' ? 'if_needed' : 'always';
  if (names.includes('searchable')) return options.searchable === true ? unlessText : 'never';
  if (!names.includes('ocr') || options.ocr === 'never') return 'never';
  if (options.ocr === 'always') return 'always';
  return textless.includes(target.to) ? 'never' : unlessText;
}
