import { nameTable } from '../../base/name-table.ts';

const transitional = 'http://schemas.openxmlformats.org';
const strict = 'http://purl.oclc.org/ooxml';
const microsoft = 'http://schemas.microsoft.com/office';

/**
 * Prefixes by Open XML namespace: ECMA-376 (transitional), ISO/IEC 29500 (strict) and Microsoft's extensions
 * ([MS-DOCX], [MS-ODRAWXML]).
 */
export const officeNamespaces: Readonly<Record<string, string>> = nameTable({
  'http://www.w3.org/XML/1998/namespace': 'xml',
  [`${transitional}/wordprocessingml/2006/main`]: 'w',
  [`${strict}/wordprocessingml/main`]: 'w',
  [`${transitional}/presentationml/2006/main`]: 'p',
  [`${strict}/presentationml/main`]: 'p',
  [`${transitional}/spreadsheetml/2006/main`]: 'x',
  [`${strict}/spreadsheetml/main`]: 'x',
  [`${transitional}/drawingml/2006/spreadsheetDrawing`]: 'xdr',
  [`${strict}/drawingml/spreadsheetDrawing`]: 'xdr',
  [`${transitional}/officeDocument/2006/relationships`]: 'r',
  [`${strict}/officeDocument/relationships`]: 'r',
  [`${transitional}/officeDocument/2006/math`]: 'm',
  [`${strict}/officeDocument/math`]: 'm',
  [`${transitional}/drawingml/2006/main`]: 'a',
  [`${strict}/drawingml/main`]: 'a',
  [`${transitional}/drawingml/2006/wordprocessingDrawing`]: 'wp',
  [`${strict}/drawingml/wordprocessingDrawing`]: 'wp',
  [`${transitional}/drawingml/2006/picture`]: 'pic',
  [`${strict}/drawingml/picture`]: 'pic',
  [`${transitional}/drawingml/2006/chart`]: 'c',
  [`${strict}/drawingml/chart`]: 'c',
  [`${transitional}/drawingml/2006/diagram`]: 'dgm',
  [`${strict}/drawingml/diagram`]: 'dgm',
  [`${transitional}/markup-compatibility/2006`]: 'mc',
  [`${transitional}/package/2006/relationships`]: 'rel',
  [`${transitional}/package/2006/metadata/core-properties`]: 'cp',
  [`${transitional}/officeDocument/2006/extended-properties`]: 'ep',
  [`${strict}/officeDocument/extendedProperties`]: 'ep',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  [`${microsoft}/word/2010/wordml`]: 'w14',
  [`${microsoft}/word/2010/wordprocessingShape`]: 'wps',
  [`${microsoft}/word/2010/wordprocessingGroup`]: 'wpg',
  [`${microsoft}/word/2010/wordprocessingCanvas`]: 'wpc',
  [`${microsoft}/drawing/2008/diagram`]: 'dsp',
  [`${microsoft}/drawing/2010/main`]: 'a14',
  [`${microsoft}/powerpoint/2010/main`]: 'p14',
  [`${microsoft}/powerpoint/2018/8/main`]: 'p188',
  [`${microsoft}/spreadsheetml/2018/threadedcomments`]: 'xtc',
});
