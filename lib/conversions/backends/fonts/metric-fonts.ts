import { packageFile } from '../../base/package-assets.ts';

const styles = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];

/**
 * Fonts with the same metrics as common fonts of office documents and web pages, so that lines break at the same
 * places: the npm package name after `@expo-google-fonts/`, the family, and the families it replaces. All are under the
 * SIL Open Font License or the Apache License.
 */
export const metricFonts = [
  {
    package: 'arimo',
    family: 'Arimo',
    replaces: ['Arial', 'Helvetica', 'Liberation Sans'],
  },
  {
    package: 'tinos',
    family: 'Tinos',
    replaces: ['Times New Roman', 'Times', 'Liberation Serif'],
  },
  {
    package: 'cousine',
    family: 'Cousine',
    replaces: ['Courier New', 'Courier', 'Liberation Mono'],
  },
  {
    package: 'carlito',
    family: 'Carlito',
    replaces: ['Calibri'],
  },
  { package: 'caladea', family: 'Caladea', replaces: ['Cambria'] },
] as const;

type MetricFont = (typeof metricFonts)[number];

/** Returns the npm package of a font. */
export const metricFontPackage = (font: MetricFont): string => `@expo-google-fonts/${font.package}`;

/** Returns the paths of a font's files in its package. */
export const metricFontFiles = (font: MetricFont): string[] =>
  styles.map((style) => `${style}/${font.family}_${style}.ttf`);

/** Returns the absolute paths of all metric-compatible font files. */
export const metricFontPaths = (): string[] =>
  metricFonts.flatMap((font) =>
    metricFontFiles(font).map((file) => packageFile(metricFontPackage(font), file)),
  );
