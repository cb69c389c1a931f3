import { packageFile } from '../../base/package-assets.ts';

const styles = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];

/**
 * Fonts with the widths of those that office documents and web pages name, so that their lines break where they did: the npm package's name
 * after `@expo-google-fonts/`, the family, and the families it stands in for. All under the SIL Open Font License or Apache.
 */
export const metricFonts = [
  { package: 'arimo', family: 'Arimo', standsFor: ['Arial', 'Helvetica', 'Liberation Sans'] },
  { package: 'tinos', family: 'Tinos', standsFor: ['Times New Roman', 'Times', 'Liberation Serif'] },
  { package: 'cousine', family: 'Cousine', standsFor: ['Courier New', 'Courier', 'Liberation Mono'] },
  { package: 'carlito', family: 'Carlito', standsFor: ['Calibri'] },
  { package: 'caladea', family: 'Caladea', standsFor: ['Cambria'] },
] as const;

/** A font of this list. */
export type MetricFont = (typeof metricFonts)[number];

/** npm package of a font. */
export const metricFontPackage = (font: MetricFont): string => `@expo-google-fonts/${font.package}`;

/** Paths of a font's files in its package. */
export const metricFontFiles = (font: MetricFont): string[] =>
  styles.map((style) => `${style}/${font.family}_${style}.ttf`);

/** Absolute paths of the files of all these fonts. */
export const metricFontPaths = (): string[] =>
  metricFonts.flatMap((font) =>
    metricFontFiles(font).map((file) => packageFile(metricFontPackage(font), file)),
  );
