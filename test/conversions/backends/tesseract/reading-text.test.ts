import { expect, it } from 'vitest';
import { readingText } from '../../../../lib/conversions/backends/tesseract/reading-text.ts';

it.each([
  ['Latin unchanged', 'a line of text', 'a line of text'],
  ['Hebrew in right-to-left order', 'האדם בני כל', 'כל בני האדם'],
  ['Arabic with a number', 'من كتابا 25 فاطمة اشترت', 'اشترت فاطمة 25 كتابا من'],
  [
    'left-to-right words in Hebrew in their own order',
    'בישראל Open Source תוכנת',
    'תוכנת Open Source בישראל',
  ],
  ['Chinese without spaces', '人 人 生 而 自由 ，在 尊严', '人人生而自由，在尊严'],
  ['Japanese without spaces', '公 園 を 散歩 し ました 。', '公園を散歩しました。'],
  ['Latin words in Chinese with spaces', '使用 Node 运行 时', '使用 Node 运行时'],
  ['Korean unchanged', '오늘은 날씨가', '오늘은 날씨가'],
])('reads %s', (_, given, wanted) => {
  expect(readingText(given)).toBe(wanted);
});
