import { describe, expect, it } from 'vitest';
import { convertInProcess } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';
import { makeDocx } from './sample-docx.ts';

const drawingml = 'http://schemas.openxmlformats.org/drawingml/2006';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const document = (body: string): string =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="${relationships}" xmlns:wp="${drawingml}/wordprocessingDrawing" xmlns:a="${drawingml}/main" xmlns:c="${drawingml}/chart"><w:body>${body}</w:body></w:document>`;

const chart = `<c:chartSpace xmlns:c="${drawingml}/chart" xmlns:a="${drawingml}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Tons of apples</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numLit><c:ptCount val="1"/><c:pt idx="0"><c:v>12</c:v></c:pt></c:numLit></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`;

const chartDocument = makeDocx([], {
  parts: {
    'word/document.xml': document(
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="c"/><a:graphic><a:graphicData uri="${drawingml}/chart"><c:chart r:id="c1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    ),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c1" Type="${relationships}/chart" Target="chart1.xml"/></Relationships>`,
    'word/chart1.xml': chart,
  },
});

const formulaDocument = makeDocx([], {
  parts: {
    'word/document.xml': document(
      '<w:p><m:oMath><m:f><m:num><m:r><m:t>apples</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>',
    ),
  },
});

describe('LibreOffice as WebAssembly', () => {
  it.each([
    ['charts', chartDocument, 'Tons of apples'],
    ['formulas', formulaDocument, 'apples'],
  ])('prints %s', async (_kind, input, text) => {
    const { bytes, report } = await convertInProcess(input, 'docx', 'pdf');

    expect(report.engine).toBe('libreoffice-wasm-office-to-pdf');
    expect((await readPdf(bytes)).text).toContain(text);
  });
});
