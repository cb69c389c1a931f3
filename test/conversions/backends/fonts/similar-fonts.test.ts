import { describe, expect, it } from 'vitest';
import { fontConfig } from '../../../../lib/conversions/backends/fonts/font-config.ts';
import { fontNames, fonts } from '../../../../lib/conversions/backends/fonts/fonts.ts';
import { metricFonts } from '../../../../lib/conversions/backends/fonts/metric-fonts.ts';
import { pageFont } from '../../../../lib/conversions/backends/fonts/page-fonts.ts';
import { similarFonts } from '../../../../lib/conversions/backends/fonts/similar-fonts.ts';

describe('similar fonts', () => {
  it('are fonts of this project', () => {
    const own: readonly string[] = [
      ...metricFonts.map(({ family }) => family),
      ...fontNames.map((name) => fonts[name].family),
    ];

    expect(similarFonts.map(({ family }) => family).filter((family) => !own.includes(family))).toEqual([]);
  });

  it('name each replaced family once', () => {
    const replaced = [...metricFonts, ...similarFonts].flatMap(({ replaces }): readonly string[] => replaces);

    expect(replaced.filter((name, index) => replaced.indexOf(name) !== index)).toEqual([]);
  });

  it.each([
    ['Aptos', 'Arimo'],
    ['Georgia', 'Caladea'],
    ['consolas', 'Cousine'],
    ['Some Serif', 'Tinos'],
    ['Some Sans Serif', 'Noto Sans'],
    ['Some Mono', 'Cousine'],
  ])('replace %s by %s, which has other widths', (name, family) => {
    expect(pageFont(name)).toMatchObject({ family, isMetric: false });
  });

  it('are in the configuration of fontconfig, after those with the same metrics', () => {
    const config = fontConfig(['/fonts'], ['/cache']);

    expect(config).toContain(
      '<alias binding="same"><family>Aptos</family><prefer><family>Arimo</family></prefer></alias>',
    );
    expect(config.indexOf('<family>Calibri</family>')).toBeLessThan(config.indexOf('<family>Aptos</family>'));
  });
});
