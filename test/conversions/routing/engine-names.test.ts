import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../lib/conversions/engine/engine.ts';
import { engines } from '../../../lib/conversions/routing/registry.ts';

const libraries =
  'docforge|asciidoctor|chromium|harfbuzz|htmlparser2|js-yaml|libreoffice|liteparse|markdown-it|pdf-parse|pdfkit|postal-mime|qpdf|resvg|sharp|sheetjs|typst|unified';
const images: readonly string[] = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif', 'bmp'];
const isHub = (name: string): boolean => name === 'document' || name === 'workbook';

/** The word for one or several formats. */
function wordFor(names: readonly string[]): string {
  const [first = '', ...others] = new Set(names);
  if (others.length === 0) return first;
  return images.includes(first) ? 'image' : 'office';
}

/** The end of a name, derived from the engine's edges. */
function roleOf({ edges }: Engine): string {
  const sources = wordFor(edges.map(({ from }) => from));
  const targets = wordFor(edges.map(({ to }) => to));
  if (isHub(sources) && edges.every(({ operation }) => operation === 'extract')) return '[a-z]+-extractor';
  if (isHub(sources) && isHub(targets)) return `${sources}-to-${targets}`;
  if (edges.some(({ operation }) => operation === 'read')) return `${sources}-reader`;
  if (!isHub(sources)) return `${sources}-to-${targets}`;
  return `${targets}-writer`;
}

describe('engine names', () => {
  it('are unique', () => {
    expect(new Set(engines.map(({ name }) => name)).size).toBe(engines.length);
  });

  it.each(engines.map((engine) => [engine.name, engine] as const))(
    '%s names library and role',
    (name, engine) => {
      // A word such as `repaired` may precede the formats.
      expect(name).toMatch(new RegExp(`^(?:${libraries})-(?:[a-z]+-)?${roleOf(engine)}$`));
    },
  );
});
