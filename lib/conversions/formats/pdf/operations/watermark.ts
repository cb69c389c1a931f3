import { typesetPdf } from '../../../backends/typst/typst-compiler.ts';
import type { OperationOptions } from './operation-options.ts';

// A square page is centred on a page of any shape. The text is passed as data, never evaluated as markup.
// A background is an artifact to Typst (ISO 14289-1, 7.1), so it may be put on tagged pages.
const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set page(width: 600pt, height: 600pt, margin: 0pt, fill: none)
#set document(title: none, date: none)
#set text(font: data.fonts, fill: rgb(data.color).transparentize((1 - data.opacity) * 100%), weight: "bold", size: 72pt)
#let room = 500pt / calc.max(0.72, calc.abs(calc.cos(data.angle * 1deg)))
#set page(background: context {
  let wide = calc.max(1pt, measure(text(data.text)).width)
  let size = calc.min(96pt, 72pt * (room / wide))
  place(center + horizon, rotate(-data.angle * 1deg, reflow: false, text(size: size, data.text)))
})
`;

/** Returns a PDF with one transparent page that contains the watermark. */
export function watermarkPdf(text: string, options: OperationOptions, fonts: readonly string[]): Uint8Array {
  const data = {
    text,
    fonts,
    opacity: options.watermark_opacity,
    angle: options.watermark_angle,
    color: options.watermark_color,
  };
  return typesetPdf(TEMPLATE, JSON.stringify(data)).bytes;
}
