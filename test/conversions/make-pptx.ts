import { relationships, zipOf } from './office-files.ts';

const office = 'http://schemas.openxmlformats.org';
const namespaces = [
  `xmlns:p="${office}/presentationml/2006/main"`,
  `xmlns:a="${office}/drawingml/2006/main"`,
  `xmlns:r="${office}/officeDocument/2006/relationships"`,
  `xmlns:c="${office}/drawingml/2006/chart"`,
].join(' ');

/** EMU per point. */
export const EMU = 12_700;

/** A part of PresentationML. */
export const presentationPart = (root: string, content: string, attributes = ''): string =>
  `<p:${root} ${namespaces} ${attributes}>${content}</p:${root}>`;

/** A position and size in points; further attributes, such as a rotation. */
export const transform = (
  [x, y, width, height]: readonly [number, number, number, number],
  attributes = '',
): string =>
  `<a:xfrm ${attributes}><a:off x="${x * EMU}" y="${y * EMU}"/><a:ext cx="${width * EMU}" cy="${height * EMU}"/></a:xfrm>`;

/** A paragraph of text. */
export const textLine = (text: string, properties = '', runProperties = ''): string =>
  `<a:p>${properties}<a:r>${runProperties}<a:t>${text}</a:t></a:r></a:p>`;

/** A shape: its placeholder, its properties and its text. */
export const shapeOf = (placeholder: string, properties: string, text = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr>${text === '' ? '' : `<p:txBody>${text}</p:txBody>`}</p:sp>`;

/** The content of a slide, layout or master. */
export const shapesPart = (
  root: 'sld' | 'sldLayout' | 'sldMaster',
  shapes: string,
  { attributes = '', background = '', more = '' } = {},
): string =>
  presentationPart(root, `<p:cSld>${background}<p:spTree>${shapes}</p:spTree></p:cSld>${more}`, attributes);

/** A presentation with these slides in one layout, which further parts may define. */
export function pptxOf(
  slides: readonly string[],
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  presentation = `<p:sldSz cx="${400 * EMU}" cy="${300 * EMU}"/>`,
): Uint8Array {
  const named = slides.map((content, index) => [`slide${index}`, content] as const);
  return zipOf({
    'ppt/presentation.xml': presentationPart(
      'presentation',
      `<p:sldIdLst>${named.map(([name]) => `<p:sldId r:id="${name}"/>`).join('')}</p:sldIdLst>${presentation}`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(named.map(([name]) => [name, ['slide', `slides/${name}.xml`] as const])),
    ),
    ...Object.fromEntries(
      named.flatMap(([name, content]) => [
        [`ppt/slides/${name}.xml`, content],
        [
          `ppt/slides/_rels/${name}.xml.rels`,
          relationships({ l: ['slideLayout', '../slideLayouts/layout.xml'], i: ['image', '../media/i.png'] }),
        ],
      ]),
    ),
    'ppt/slideLayouts/_rels/layout.xml.rels': relationships({
      m: ['slideMaster', '../slideMasters/master.xml'],
    }),
    'ppt/slideMasters/_rels/master.xml.rels': relationships({ t: ['theme', '../theme/theme.xml'] }),
    ...parts,
  });
}
