import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadFormulaParser } from '../../../lib/conversions/shared/math/load-formulas.ts';
import { mathmlToOmml } from '../../../lib/conversions/shared/math/mathml-to-omml.ts';
import { mathmlToTex } from '../../../lib/conversions/shared/math/mathml-to-tex.ts';
import { ommlToTex } from '../../../lib/conversions/shared/math/omml-to-tex.ts';
import { textOfElement, type XmlElement } from '../../../lib/conversions/shared/xml/element.ts';
import { loadXmlReader } from '../../../lib/conversions/shared/xml/read-xml.ts';
import { runsOf } from '../../support/long-run.ts';

const runs = runsOf(200, 5_000);

// Without quotation marks and hyphens, which TeX joins to others. Text begins and ends with a letter.
const text = fc
  .array(fc.constantFrom(...'ab1 %&_#{}$^~\\|/<>[]()*+=.,:;!?@éßя語'), { maxLength: 12 })
  .map((signs) => `a${signs.join('').replaceAll(/ +/g, ' ')}z`);

const mathText = (content: string): XmlElement => ({
  name: 'math',
  attributes: {},
  children: [{ name: 'mtext', attributes: {}, children: [content] }],
});

it('keeps each character of text in formulas', async () => {
  const parse = await loadFormulaParser();
  const readXml = await loadXmlReader();
  const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
  const read = (xml: string): XmlElement => readXml(Buffer.from(xml), { namespaces: { [namespace]: 'm' } });
  const shown = (tex: string): string => textOfElement(read(parse(tex, false)?.toMarkup() ?? '<none/>'));

  fc.assert(
    fc.property(text, (content) => {
      const tex = mathmlToTex(mathText(content));
      const formula = parse(tex, false);
      const word = formula === undefined ? '' : mathmlToOmml(formula);
      const fromWord = ommlToTex(read(`<m:oMath xmlns:m="${namespace}">${word}</m:oMath>`));

      expect(shown(tex).replaceAll('\u00a0', ' ')).toBe(content);
      expect(fromWord).toBe(tex);
    }),
    { numRuns: runs },
  );
});
