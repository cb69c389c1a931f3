import { describe, expect, it } from 'vitest';
import { plainTextOf } from '../../../../lib/conversions/document/plain-text.ts';
import { odtReader } from '../../../../lib/conversions/formats/odt/reader.ts';
import { odfOf, odfPart, readWith } from '../../office-files.ts';

const style = (name: string, family: string, properties: string): string =>
  `<style:style style:name="${name}" style:family="${family}"><style:${properties}/></style:style>`;
const styles = [
  style('White', 'text', 'text-properties fo:color="#ffffff"'),
  style('Tiny', 'text', 'text-properties fo:font-size="1pt"'),
  style('Gone', 'text', 'text-properties text:display="none"'),
  style('Marked', 'text', 'text-properties fo:color="#ffffff" fo:background-color="#203040"'),
  style('WhiteP', 'paragraph', 'text-properties fo:color="#fdfdfd"'),
  style('DarkP', 'paragraph', 'paragraph-properties fo:background-color="#203040"'),
  style('DarkC', 'table-cell', 'table-cell-properties fo:background-color="#203040"'),
  style('WhiteC', 'table-cell', 'table-cell-properties fo:background-color="#ffffff"'),
  style('DarkT', 'table', 'table-properties fo:background-color="#203040"'),
  style('DarkG', 'graphic', 'graphic-properties draw:fill="solid" draw:fill-color="#203040"'),
  style('WhiteG', 'graphic', 'graphic-properties draw:fill="solid" draw:fill-color="#ffffff"'),
  style('ClearG', 'graphic', 'graphic-properties draw:fill="none"'),
].join('');

const p = (content: string, name = ''): string => `<text:p text:style-name="${name}">${content}</text:p>`;
const span = (name: string, text: string): string =>
  `<text:span text:style-name="${name}">${text}</text:span>`;
const white = p(span('White', 'Find me.'));
const table = (cell: string, own = ''): string =>
  `<table:table table:style-name="${own}"><table:table-row><table:table-cell table:style-name="${cell}">${white}</table:table-cell><table:table-cell>${p('b')}</table:table-cell></table:table-row></table:table>`;
const box = (name: string): string =>
  p(`<draw:frame draw:style-name="${name}"><draw:text-box>${white}</draw:text-box></draw:frame>`);
const note = `<text:note text:note-class="footnote"><text:note-body>${white}</text:note-body></text:note>`;

const read = async (body: string, options = {}, parts = {}) => {
  const { tree, warnings } = await readWith(
    odtReader,
    odfOf('text', p('Seen.') + body, styles, parts),
    options,
  );
  return { hidden: tree.hidden_text, text: plainTextOf(tree).text, warnings };
};

describe('text of an odt that nobody can see', () => {
  it.each([
    ['is white on white', white, 'same_colour'],
    ['is white by the style of its paragraph', p('Find me.', 'WhiteP'), 'same_colour'],
    ['is tiny', p(span('Tiny', 'Find me.')), 'tiny'],
    ['is marked as hidden', p(span('Gone', 'Find me.')), 'invisible'],
    [
      'is in a hidden section',
      `<text:section text:display="none">${p('Find me.')}</text:section>`,
      'invisible',
    ],
    ['is white in a table', table(''), 'same_colour'],
    ['is white in a white cell of a dark table', table('WhiteC', 'DarkT'), 'same_colour'],
    ['is white in a white box', box('WhiteG'), 'same_colour'],
    ['is white in a footnote', p(`a${note}`), 'same_colour'],
  ])('is left out and listed if it %s', async (_, body, reason) => {
    const { hidden, text, warnings } = await read(body);

    expect(hidden).toEqual([{ text: 'Find me.', reason }]);
    expect(text).not.toContain('Find me.');
    expect(warnings).toEqual([expect.stringContaining('Set "hidden" to "keep"')]);
    expect((await read(body, { hidden: 'keep' })).text).toContain('Find me.');
  });

  it.each([
    ['white on a dark mark', p(span('Marked', 'Find me.'))],
    ['white in a dark paragraph', p(span('White', 'Find me.'), 'DarkP')],
    ['white in a dark cell', table('DarkC')],
    ['white in a dark table', table('', 'DarkT')],
    ['white in a dark box', box('DarkG')],
    ['white in a box that is not filled', box('ClearG')],
  ])('does not include what is %s', async (_, body) => {
    const { hidden, text } = await read(body);

    expect(hidden).toEqual([]);
    expect(text).toContain('Find me.');
  });

  it.each([
    [
      'the page has a colour',
      '<style:page-layout><style:page-layout-properties fo:background-color="#203040"/></style:page-layout>',
    ],
    [
      'a drawing is behind the text',
      '<style:style style:name="X" style:family="graphic"><style:graphic-properties style:run-through="background"/></style:style>',
    ],
  ])('does not include white text if %s', async (_, automatic) => {
    const parts = {
      'styles.xml': odfPart(
        'office:document-styles',
        `<office:automatic-styles>${automatic}</office:automatic-styles>`,
      ),
    };

    expect((await read(white, {}, parts)).text).toContain('Find me.');
  });
});
