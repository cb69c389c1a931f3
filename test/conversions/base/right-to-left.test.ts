import { describe, expect, it } from 'vitest';
import {
  isRightToLeftLanguage,
  rightToLeftShare,
  toReadingOrder,
} from '../../../lib/conversions/base/right-to-left.ts';

describe('toReadingOrder', () => {
  it.each([
    ['.النص من الثاني السطر هو وهذا', 'وهذا هو السطر الثاني من النص.'],
    [
      '   .الوسط في English words وكلمة 123 أرقام مع :العربية',
      'العربية: مع أرقام 123 وكلمة English words في الوسط.',
    ],
    ['.42 מספר עם דוגמה', 'דוגמה עם מספר 42.'],
    ['3.50 إلى 2.25 من السعر', 'السعر من 2.25 إلى 3.50'],
    ['(اختبار) نص', 'نص (اختبار)'],
    ['A line with one كلمة in it.', 'A line with one كلمة in it.'],
    ['', ''],
  ])('converts "%s" to "%s"', (seen, read) => {
    expect(toReadingOrder(seen)).toBe(read);
  });
});

it('returns the share of letters in right-to-left scripts', () => {
  expect([rightToLeftShare('abcשלום'), rightToLeftShare('123'), rightToLeftShare('عربي')]).toEqual([
    4 / 7,
    0,
    1,
  ]);
});

it.each([
  ['ar', true],
  ['he-IL', true],
  ['FA', true],
  ['dv', true],
  ['ckb', true],
  ['az-Arab-IR', true],
  ['pa-arab', true],
  ['ar-Latn', false],
  ['ks-Deva', false],
  ['arn', false],
  ['en', false],
  ['', false],
  [null, false],
])('reports whether %s is written from right to left: %s', (language, isRtl) => {
  expect(isRightToLeftLanguage(language)).toBe(isRtl);
});
