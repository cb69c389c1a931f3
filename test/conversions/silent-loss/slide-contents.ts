import { pptxOf, shapeOf, shapesPart, textLine } from '../make-pptx.ts';
import { odfOf, relationships, tinyPng } from '../office-files.ts';
import type { Content } from './content.ts';

const W = 'Marker';
const text = shapeOf('', '', textLine('Text.'));
const slide = (shapes: string, more = '', attributes = ''): string =>
  shapesPart('sld', `${text}${shapes}`, { more, attributes });

/** A presentation of one slide with further parts, to which the slide is related. */
const pptx = (
  shapes: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  related: Readonly<Record<string, readonly [string, string]>> = {},
): Uint8Array =>
  pptxOf([slide(shapes)], { 'ppt/slides/_rels/slide0.xml.rels': relationships(related), ...parts });
const withPart = (part: string): Uint8Array => pptx('', { [part]: Buffer.from('x') });
const frame = (graphic: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="f"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;
const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>${W}</c:v></c:tx><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const diagram = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${W}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;
const picture = (description: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="p" descr="${description}"/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>`;

export const pptxContents: readonly Content[] = [
  {
    name: 'a footer',
    file: pptx(shapeOf('<p:ph type="ftr"/>', '', textLine(W))),
    word: W,
    leftOut: { markdown: 'Footers repeat on each slide; extract "document" lists them.' },
  },
  {
    name: 'a chart',
    file: pptx(
      frame('<c:chart r:id="c"/>'),
      { 'ppt/charts/chart1.xml': chart },
      { c: ['chart', '../charts/chart1.xml'] },
    ),
    word: W,
  },
  {
    name: 'SmartArt',
    file: pptx(
      frame('<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d"/>'),
      { 'ppt/diagrams/data1.xml': diagram },
      { d: ['diagramData', '../diagrams/data1.xml'] },
    ),
    word: W,
  },
  {
    name: 'a group',
    file: pptx(`<p:grpSp>${shapeOf('', '', textLine(W))}</p:grpSp>`),
    word: W,
  },
  {
    name: 'an image with a description',
    file: pptx(picture(W), { 'ppt/media/i.png': tinyPng }, { i: ['image', '../media/i.png'] }),
    word: W,
  },
  {
    name: 'a description of a shape without text',
    file: pptx(`<p:sp><p:nvSpPr><p:cNvPr id="5" name="n" descr="${W}"/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>`),
    word: W,
  },
  {
    name: 'an equation',
    file: pptx(
      shapeOf(
        '',
        '',
        `<a:p><a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>${W}</m:t></m:r></m:oMath></a14:m></a:p>`,
      ),
    ),
    word: W,
  },
  {
    name: 'a field',
    file: pptx(shapeOf('', '', `<a:p><a:fld type="datetime1"><a:t>${W}</a:t></a:fld></a:p>`)),
    word: W,
  },
  {
    name: 'a linked image',
    file: pptx(picture('').replace('r:embed', 'r:link'), {}, { i: ['image', '!https://example.org/a.png'] }),
    word: 'linked image',
  },
  { name: 'an embedded object', file: withPart('ppt/embeddings/oleObject1.bin'), word: 'embedded object' },
  { name: 'macros', file: withPart('ppt/vbaProject.bin'), word: 'macro' },
  { name: 'ink', file: withPart('ppt/ink/ink1.xml'), word: 'ink' },
  { name: 'a video', file: withPart('ppt/media/media1.mp4'), word: 'video' },
  { name: 'audio', file: withPart('ppt/media/media1.m4a'), word: 'audio' },
];

const page = (inside: string): string =>
  `<draw:page draw:name="p"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>Text.</text:p></draw:text-box></draw:frame>${inside}</draw:page>`;
const odp = (inside: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  odfOf('presentation', page(inside), '', parts);
const place = 'svg:x="1cm" svg:y="4cm" svg:width="5cm" svg:height="2cm"';

export const odpContents: readonly Content[] = [
  {
    name: 'a shape',
    file: odp(`<draw:custom-shape ${place}><text:p>${W}</text:p></draw:custom-shape>`),
    word: W,
  },
  {
    name: 'a group',
    file: odp(`<draw:g><draw:rect ${place}><text:p>${W}</text:p></draw:rect></draw:g>`),
    word: W,
  },
  {
    name: 'a description',
    file: odp(
      `<draw:frame ${place}><draw:image xlink:href="Pictures/a.png"/><svg:desc>${W}</svg:desc></draw:frame>`,
      {
        'Pictures/a.png': tinyPng,
      },
    ),
    word: W,
  },
  {
    name: 'a description of a shape without text',
    file: odp(`<draw:rect ${place}><svg:desc>${W}</svg:desc></draw:rect>`),
    word: W,
  },
  {
    name: 'a comment',
    file: odp(`<office:annotation><dc:creator>Bo</dc:creator><text:p>${W}</text:p></office:annotation>`),
    word: W,
    leftOut: { markdown: 'Extract "document" lists comments.' },
  },
  {
    name: 'a linked image',
    file: odp(`<draw:frame ${place}><draw:image xlink:href="https://example.org/a.png"/></draw:frame>`),
    word: 'linked image',
  },
  {
    name: 'a video',
    file: odp(`<draw:frame ${place}><draw:plugin xlink:href="Media/a.mp4"/></draw:frame>`, {
      'Media/a.mp4': Buffer.from('film'),
    }),
    word: 'video',
  },
  { name: 'macros', file: odp('', { 'Basic/Standard/Module1.xml': '<x/>' }), word: 'macro' },
];
