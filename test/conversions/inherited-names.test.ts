import { describe, expect, it } from 'vitest';
import { nameTable } from '../../lib/conversions/base/name-table.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import { planConversion } from '../../lib/conversions/routing/plan.ts';
import { docxOf, odfOf, paragraph, wordPart } from './office-files.ts';

// Names that every plain object inherits.
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

const html = (name: string): string =>
  `<html ${name}="x"><body ${name}="x" style="${name}:${name};color:${name}"><${name} ${name}="x" align="${name}" class="${name}">word</${name}><table align="${name}"><tr><td ${name}="1">cell</td></tr></table><math><${name}>x</${name}><mo>${name}</mo></math><p lang="${name}" dir="${name}">word</p></body></html>`;

const svg = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:c="${name}" width="9" height="9" ${name}="x"><style>.a{${name}:${name}}</style><${name} c:${name}="1"/><text font-family="${name}" style="${name}:url(#${name})">word</text></svg>`;

const rtf = (name: string): string =>
  `{\\rtf1\\ansi{\\fonttbl{\\f0 ${name};}}{\\stylesheet{\\s1 ${name};}}{\\info{\\${name} x}}{\\*\\${name} x}\\${name} word{\\field{\\*\\fldinst ${name}}{\\fldrslt x}}\\par}`;

const docx = (name: string): Uint8Array =>
  docxOf(
    `${paragraph('word', `<w:pStyle w:val="${name}"/><w:jc w:val="${name}"/>`, `<w:rStyle w:val="${name}"/><w:rFonts w:ascii="${name}"/>`)}<w:p><w:r><w:sym w:font="${name}" w:char="F0FC"/></w:r><w:r><w:fldSimple w:instr=" ${name} "/></w:r></w:p><w:${name}/>`,
    {
      'word/styles.xml': wordPart(
        'styles',
        `<w:style w:type="${name}" w:styleId="${name}"><w:name w:val="${name}"/><w:basedOn w:val="${name}"/></w:style>`,
      ),
    },
  );

const odt = (name: string): Uint8Array =>
  odfOf(
    'text',
    `<text:p text:style-name="${name}">word<text:${name}/></text:p><text:list text:style-name="${name}"/>`,
  );

const documents: readonly [what: string, from: Format, make: (name: string) => Uint8Array | string][] = [
  ['elements, attributes and styles of html', 'html', html],
  ['elements, attributes, fonts and styles of svg', 'svg', svg],
  ['control words, fonts, styles and fields of rtf', 'rtf', rtf],
  ['styles, fonts and fields of docx', 'docx', docx],
  ['styles and elements of odt', 'odt', odt],
  ['a header of csv', 'csv', (name) => `${name},b\n1,2\n3,4\n`],
  ['keys of json', 'json', (name) => `[{"${name}":{"${name}":1}},{"b":2}]`],
  [
    'html, links and code of markdown',
    'markdown',
    (name) => `# word\n\n<${name}>x</${name}> [a][${name}] [^${name}]\n\n\`\`\`${name}\nx\n\`\`\`\n`,
  ],
];

describe.each(names)('a document that uses the name %s', (name) => {
  it.each(documents)('is converted if it is among %s', async (_, from, make) => {
    const input = make(name);
    const bytes = typeof input === 'string' ? Buffer.from(input) : input;

    const to = from === 'svg' ? 'png' : from === 'html' ? 'markdown' : 'html';
    const result = await convert(bytes, { from, to });

    expect(result.bytes.length).toBeGreaterThan(0);
    if (to !== 'png') expect(Buffer.from(result.bytes).toString()).not.toContain('native code');
  });

  it('is refused as an unknown option', () => {
    const options: unknown = JSON.parse(`{"${name}": 1}`);

    const planned = planConversion({ from: 'html', target: { operation: 'convert', to: 'pdf' }, options });

    expect(planned).toMatchObject({ ok: false, faults: [{ field: name }] });
  });

  it('is in a table only if it was added', () => {
    expect(nameTable({ a: 1 })[name]).toBeUndefined();
  });
});
