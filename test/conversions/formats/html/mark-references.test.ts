import { expect, it } from 'vitest';
import { withPlainMarks } from '../../../../lib/conversions/formats/html/mark-references.ts';

it.each([
  ['a&#769;', 'a\u0301'],
  ['a&#0769b', 'a\u0301b'],
  ['a&#x301;&#X0301;', 'a\u0301\u0301'],
  ['a&tdot;&DotDot;', 'a\u20db\u20dc'],
  ['&#97;&lt;&#60;&#x3c;', '&#97;&lt;&#60;&#x3c;'],
  ['&#99999999999;&#xffffffff;&#xd800;', '&#99999999999;&#xffffffff;&#xd800;'],
])('decodes references to combining marks in %s', (markup, plain) => {
  expect(withPlainMarks(markup)).toBe(plain);
});
