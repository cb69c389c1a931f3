import { describe, expect, it } from 'vitest';
import { FILTERS_LEFT_OUT } from '../../../../lib/conversions/formats/svg/filter-properties.ts';
import { MAX_REACH } from '../../../../lib/conversions/formats/svg/filter-reach.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { isLong, itLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { imageInfo } from '../image/sample-images.ts';

const svg = (body: string, viewBox = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"${viewBox}>${body}</svg>`);
const red = '<rect width="80" height="40" fill="red"/>';
const blur = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>';

describe('svg filters within the limits', () => {
  itLong('are drawn up to the maximum extent', async () => {
    const wide = svg(`${blur}<g filter="url(#f)"><rect width="${MAX_REACH}" height="9"/></g>`);

    const { report } = await convert(wide, { from: 'svg', to: 'png' });

    expect(report).toMatchObject({ engine: 'resvg-svg-to-image', warnings: [] });
  });

  it.each([
    '<feOffset dx="1e12" dy="-1e12"/>',
    '<feFlood x="1e12" width="1e12" height="4"/>',
    '<feDropShadow dx="1e12" stdDeviation="1 1e12"/>',
  ])('are drawn with the primitive %s', async (step) => {
    const bytes = svg(`<filter id="f">${step}</filter><g filter="url(#f)">${red}</g>`);

    const { report } = await convert(bytes, { from: 'svg', to: 'png' });

    expect(report).toMatchObject({ engine: 'resvg-svg-to-image', warnings: [] });
  });
});

describe('svg filters on elements that extend too far', () => {
  it.each([
    ['one pixel more', `<g filter="url(#f)"><rect width="${MAX_REACH + 1}" height="9"/></g>`, ''],
    ['a point at the maximum integer', '<path filter="url(#f)" d="M0 0L9 9C1 2 3 4 5 2147483647z"/>', ''],
    ['a large scale', `<g filter="url(#f)" transform="scale(1e9)">${red}</g>`, ''],
    ['a small viewBox', `<g filter="url(#f)">${red}</g>`, ' viewBox="0 0 1e-8 1e-8"'],
    ['a large width and a filter function', '<g filter="blur(3)"><rect width="1e12" height="9"/></g>', ''],
  ])('are left out: %s', async (_, body, viewBox) => {
    const { report } = await convert(svg(`${blur}${body}`, viewBox), { from: 'svg', to: 'png' });

    expect(report).toMatchObject({ engine: 'resvg-unfiltered-svg-to-image', warnings: [FILTERS_LEFT_OUT] });
  });
});

describe('svg layers outside the canvas', () => {
  const far = '<rect x="500" width="4" height="4"/>';

  it.each([
    ['a filter', `${blur}<g filter="url(#f)">${far}</g>`],
    ['an opacity', `<g opacity=".5">${far}</g>`],
    ['an opacity on the other side', '<g opacity=".5"><rect x="-500" y="-900" width="4" height="4"/></g>'],
    [
      'a mask',
      `<mask id="m"><rect width="900" height="900" fill="#fff"/></mask><g mask="url(#m)">${far}</g>`,
    ],
  ])('change nothing: %s', async (_, body) => {
    for (const options of [{}, { width: 50 }, { dpi: 192 }]) {
      const plain = await convert(svg(red), { from: 'svg', to: 'png', options });
      const result = await convert(svg(`${red}${body}`), { from: 'svg', to: 'png', options });

      expect(result.report).toMatchObject({ engine: 'resvg-svg-to-image', warnings: [] });
      expect(await imageInfo(result.bytes)).toEqual(await imageInfo(plain.bytes));
    }
  });

  itLong('change nothing in a drawing with a viewBox and no size', async () => {
    const bytes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">${red}<g opacity=".5">${far}</g></svg>`,
    );

    const { width, height, pixel } = await imageInfo(
      (await convert(bytes, { from: 'svg', to: 'png' })).bytes,
    );

    expect([width, height, pixel]).toEqual([80, 40, [255, 0, 0]]);
  });
});

describe('svg filters that crash an engine', () => {
  const shadow = 'drop-shadow(1e12px 1px 1px red)';

  const crashing = [
    [
      'a pattern',
      `${red}${blur}<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><g filter="url(#f)"><rect width="1e12" height="9" fill="red"/></g></pattern><rect width="9" height="9" fill="url(#p)"/>`,
    ],
    [
      'a mask',
      `${red}${blur}<mask id="m"><g filter="url(#f)"><rect width="1e12" height="9"/></g></mask><rect width="9" height="9" mask="url(#m)"/>`,
    ],
    ['a function in an attribute', `<g filter="${shadow}">${red}</g>`],
    ['a function in a style', `<g style="filter:${shadow}">${red}</g>`],
    ['a function in a style sheet', `<style>g{filter/**/:${shadow}}</style><g>${red}</g>`],
    [
      'a region under a large scale',
      `${red}<filter id="f" filterUnits="userSpaceOnUse" x="-1e4" y="-1e4" width="2e4" height="2e4"><feFlood/></filter><g transform="scale(1e6)"><rect width="1e-5" height="1e-5" filter="url(#f)" fill="red"/></g>`,
    ],
  ] as const;
  it.each(crashing.slice(0, isLong ? undefined : 1))('are left out: %s', async (_, body) => {
    const { bytes, report } = await convertInProcess(svg(body), 'svg', 'png');

    expect(report.tried).toEqual([
      { engine: 'resvg-svg-to-image', outcome: 'crashed' },
      { engine: 'resvg-unfiltered-svg-to-image', outcome: 'used' },
    ]);
    expect(report.warnings).toEqual([FILTERS_LEFT_OUT]);
    expect((await imageInfo(bytes)).pixel).toEqual([255, 0, 0]);
  });

  it('are left out of a pdf', async () => {
    const { report } = await convertInProcess(svg(`<g style="filter:${shadow}">${red}</g>`), 'svg', 'pdf');

    expect(report).toMatchObject({ engine: 'typst-unfiltered-svg-to-pdf', warnings: [FILTERS_LEFT_OUT] });
  });
});
