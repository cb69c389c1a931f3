import { expect, test } from 'vitest';
import type { Target } from '../../../lib/conversions/engine/engine.ts';
import type { Format } from '../../../lib/conversions/formats.ts';
import { planConversion } from '../../../lib/conversions/routing/plan.ts';
import { textRecognitionOf } from '../../../lib/conversions/routing/text-recognition.ts';

test.each<[Format, Target['operation'], string, Record<string, unknown>, string]>([
  ['pdf', 'extract', 'text', {}, 'if_needed'],
  ['pdf', 'extract', 'text', { ocr: 'always' }, 'always'],
  ['pdf', 'extract', 'text', { ocr: 'never' }, 'never'],
  ['pdf', 'extract', 'metadata', {}, 'never'],
  ['pdf', 'convert', 'docx', {}, 'if_needed'],
  ['pdf', 'convert', 'pdf', {}, 'never'],
  ['pdf', 'convert', 'pdf', { searchable: true }, 'if_needed'],
  ['pdf', 'convert', 'png', {}, 'never'],
  ['png', 'extract', 'text', {}, 'always'],
  ['png', 'extract', 'metadata', {}, 'never'],
  ['png', 'convert', 'pdf', { searchable: true }, 'always'],
  ['png', 'convert', 'jpeg', {}, 'never'],
  ['docx', 'convert', 'text', {}, 'never'],
])('%s: %s %s with %j recognizes text: %s', (from, operation, to, options, expected) => {
  const planned = planConversion({ from, target: { operation, to } as Target, options });

  expect(planned.ok && textRecognitionOf(planned.plan)).toBe(expected);
});
