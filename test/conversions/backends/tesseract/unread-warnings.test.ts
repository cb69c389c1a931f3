import { expect, it } from 'vitest';
import { unreadWarnings } from '../../../../lib/conversions/backends/tesseract/unread-warnings.ts';

it('names every page that could not be recognized', () => {
  const pages = Array.from({ length: 40 }, (_, at) => ({
    pageNum: at + 1,
    unread: 0,
    doubtful: 0,
    hasFailed: at !== 1,
  }));

  expect(unreadWarnings(pages)).toEqual([
    'The text of pages 1,3-40 could not be recognized and is missing. Convert these pages again on their own.',
  ]);
});

it('warns of text that could not be recognized, with its number and pages', () => {
  expect(unreadWarnings([])).toEqual([]);
  expect(unreadWarnings([{ pageNum: 1, unread: 0, doubtful: 0 }])).toEqual([]);
  expect(unreadWarnings([{ pageNum: 2, unread: 1, doubtful: 0 }])).toEqual([
    '1 place with text on page 2 could not be recognized. Compare the result with the original.',
  ]);
  expect(
    unreadWarnings([
      { pageNum: 1, unread: 2, doubtful: 0 },
      { pageNum: 2, unread: 0, doubtful: 0 },
      { pageNum: 3, unread: 1, doubtful: 0 },
    ]),
  ).toEqual([
    '3 places with text on pages 1, 3 could not be recognized. Compare the result with the original.',
  ]);
});

it('warns of doubtful numbers', () => {
  expect(unreadWarnings([{ pageNum: 2, unread: 0, doubtful: 1 }])).toEqual([
    '1 number on page 2 may have been recognized without a point, a bracket or a digit. Compare the result with the original.',
  ]);
});
