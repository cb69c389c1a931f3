import { odfOf, tinyPng } from '../office-files.ts';
import type { Content } from './content.ts';

const W = 'Marker';
const odt = (body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  odfOf('text', `<text:p>Text.</text:p>${body}`, '', parts);
const inLine = (inside: string): Uint8Array => odt(`<text:p>a${inside}</text:p>`);
const frame = (inside: string): string =>
  `<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="2cm">${inside}</draw:frame>`;

export const odtContents: readonly Content[] = [
  {
    name: 'a text box',
    file: inLine(frame(`<draw:text-box><text:p>${W}</text:p></draw:text-box>`)),
    word: W,
  },
  { name: 'a shape', file: inLine(`<draw:custom-shape><text:p>${W}</text:p></draw:custom-shape>`), word: W },
  {
    name: 'an image with a description',
    file: odt(
      `<text:p>${frame(`<draw:image xlink:href="Pictures/a.png"/><svg:desc>${W}</svg:desc>`)}</text:p>`,
      {
        'Pictures/a.png': tinyPng,
      },
    ),
    word: W,
  },
  {
    name: 'a description of a shape without text',
    file: inLine(`<draw:rect><svg:desc>${W}</svg:desc></draw:rect>`),
    word: W,
  },
  { name: 'a field', file: inLine(`<text:user-defined text:name="x">${W}</text:user-defined>`), word: W },
  {
    name: 'a cross reference',
    file: inLine(`<text:bookmark-ref text:ref-name="x">${W}</text:bookmark-ref>`),
    word: W,
  },
  { name: 'a sequence', file: inLine(`<text:sequence text:name="Figure">${W}</text:sequence>`), word: W },
  {
    name: 'a table of contents',
    file: odt(
      `<text:table-of-content><text:index-body><text:p>${W}</text:p></text:index-body></text:table-of-content>`,
    ),
    word: W,
  },
  {
    name: 'a table of contents that was never filled',
    file: odt(
      '<text:table-of-content><text:table-of-content-source/><text:index-body><text:index-title><text:p>Contents</text:p></text:index-title></text:index-body></text:table-of-content>',
    ),
    word: 'without entries',
  },
  { name: 'a section', file: odt(`<text:section><text:p>${W}</text:p></text:section>`), word: W },
  {
    name: 'a linked image',
    file: inLine(frame('<draw:image xlink:href="https://example.org/a.png"/>')),
    word: 'linked image',
  },
  { name: 'macros', file: odt('', { 'Basic/Standard/Module1.xml': '<x/>' }), word: 'macro' },
  { name: 'a video', file: odt('', { 'Media/a.mp4': Buffer.from('film') }), word: 'video' },
];

const rtf = (body: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi\\pard Text.\\par\\pard ${body}\\par}`);

export const rtfContents: readonly Content[] = [
  { name: 'WordArt', file: rtf(`{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv ${W}}}}}`), word: W },
  { name: 'an EQ field', file: rtf(`{\\field{\\*\\fldinst EQ \\\\f(${W},2)}{\\fldrslt}}`), word: W },
  { name: 'a form field', file: rtf(`{\\field{\\*\\fldinst FORMTEXT}{\\fldrslt ${W}}}`), word: W },
  {
    name: 'a table of contents that was never filled',
    file: rtf('{\\field{\\*\\fldinst TOC \\\\o "1-3"}{\\fldrslt Update the field.}}'),
    word: 'left out: TOC',
  },
  {
    name: 'an index without entries',
    file: rtf('{\\field{\\*\\fldinst INDEX}{\\fldrslt }}'),
    word: 'left out: INDEX',
  },
  {
    name: 'a table of contents',
    file: rtf(`{\\field{\\*\\fldinst TOC}{\\fldrslt ${W} 1}}`),
    word: W,
  },
  {
    name: 'a table of contents with links',
    file: rtf(`{\\field{\\*\\fldinst TOC}{\\fldrslt ${W}{\\field{\\*\\fldinst PAGEREF x}{\\fldrslt }}}}`),
    word: W,
  },
  {
    name: 'an embedded object',
    file: rtf('{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata 0105}}'),
    word: 'embedded object',
  },
];
