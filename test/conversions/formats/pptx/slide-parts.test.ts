import { expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';
import { pptxOf, presentationPart, shapeOf, shapesPart, textLine, transform } from '../../make-pptx.ts';
import { relationships } from '../../office-files.ts';

const markdownOf = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from((await extract(bytes, { from: 'pptx', format: 'markdown' })).bytes).toString();

const field = (type: string, text: string): string =>
  `<a:p><a:fld id="{1}" type="${type}"><a:t>${text}</a:t></a:fld><a:endParaRPr/></a:p>`;

const withNotes = (shapes: string): Uint8Array =>
  pptxOf([shapesPart('sld', shapeOf('', '', textLine('Tides')))], {
    'ppt/slides/_rels/slide0.xml.rels': relationships({ n: ['notesSlide', '../notesSlides/n.xml'] }),
    'ppt/notesSlides/n.xml': presentationPart('notes', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`),
  });

it('leaves out the date and the number of a page of notes that are no placeholders', async () => {
  const furniture = `${shapeOf('', '', field('datetime', '11/26/26'))}${shapeOf('', '', field('slidenum', '&lt;number&gt;'))}`;
  const body = shapeOf('<p:ph type="body"/>', '', textLine('Speak slowly.'));
  const box = shapeOf('', '', `${textLine('Sources: ')}${field('slidenum', '3')}`);

  expect(await markdownOf(withNotes(furniture))).toBe('Tides\n');
  expect(await markdownOf(withNotes(`${furniture}${body}${box}`))).toBe(
    'Tides\n\n> **Notes**\n>\n> Speak slowly.\n>\n> Sources:\n>\n> 3\n',
  );
});

it.each([
  ['m/d/yyyy', '', '37261', '2002-01-05'],
  ['d\\-mmm\\-yy', '<c:date1904 val="1"/>', '35799', '2002-01-05'],
  ['[$-409]h:mm', '', '0.5', '12:00:00'],
  ['General', '', '37261', '37261'],
  ['0.00"m"', '', '37261', '37261'],
])('shows a point of a chart in %s %s as it reads: %s', async (format, settings, value, shown) => {
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="n"/></p:nvGraphicFramePr>${transform([10, 10, 200, 60])}<a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>`;
  const points = (element: string, code: string, text: string): string =>
    `<c:${element}><c:numRef><c:numCache><c:formatCode>${code}</c:formatCode><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:numCache></c:numRef></c:${element}>`;
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">${settings}<c:chart><c:plotArea><c:barChart><c:ser>${points('cat', format, value)}${points('val', 'General', '5')}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const file = pptxOf([shapesPart('sld', frame)], {
    'ppt/slides/_rels/slide0.xml.rels': relationships({ c: ['chart', '../charts/chart.xml'] }),
    'ppt/charts/chart.xml': chart,
  });

  expect(await markdownOf(file)).toContain(`| ${shown} | 5 |`);
});
