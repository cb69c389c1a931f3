import { describe, expect, it } from 'vitest';
import {
  addRequestedFonts,
  substitutedFonts,
} from '../../../../lib/conversions/formats/office/requested-fonts.ts';

const requested = (text: string): string[] => {
  const families = new Set<string>();
  addRequestedFonts(families, Buffer.from(text).toString('latin1'));
  return [...families];
};

describe('requested fonts', () => {
  it.each([
    ['WordprocessingML', '<w:rFonts w:ascii="Aptos" w:hAnsi="Aptos" w:cs="Arial"/>', ['Aptos']],
    ['DrawingML', '<a:latin typeface="Segoe UI"/><a:ea typeface=""/>', ['Segoe UI']],
    ['the theme', '<a:latin typeface="+mn-lt"/>', []],
    ['SpreadsheetML', '<font><name val="等线"/></font><rFont val="Georgia"/>', ['等线', 'Georgia']],
    [
      'OpenDocument',
      `<style:font-face style:name="x" svg:font-family="&apos;Open Sans&apos;"/><a style:font-name='b'/>`,
      ['Open Sans'],
    ],
    [
      'RTF',
      '{\\rtf1{\\fonttbl{\\f0\\fswiss\\fcharset0 Verdana;}{\\f1\\fnil Tahoma;}}}',
      ['Verdana', 'Tahoma'],
    ],
    ['symbols', '<w:rFonts w:ascii="Wingdings" w:hAnsi="Symbol"/>', []],
  ])('are read from %s', (_format, text, families) => {
    expect(requested(text)).toEqual(families);
  });

  it('are limited', () => {
    const names = Array.from({ length: 600 }, (_, index) => `<name val="Font ${index}"/>`);

    expect(requested(names.join(''))).toHaveLength(500);
  });

  it('are reported with the font that a PDF has instead, unless it has the same widths', () => {
    const pdf = Buffer.from('<</BaseFont /BAAAAA+Arimo-Bold>> <</BaseFont/CAAAAA+Carlito>>');

    expect(substitutedFonts(new Set(['Aptos', 'Arial', 'Calibri', 'Calibri Light', 'Georgia']), pdf)).toEqual(
      ['Aptos -> Arimo', 'Calibri Light -> Carlito'],
    );
  });
});
