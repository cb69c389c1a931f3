import { nameTable } from '../../base/name-table.ts';
import { cleanText } from '../../document/clean-text.ts';

const signs: Readonly<Record<string, string>> = nameTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});

/** Escapes text for HTML and XML: element content and quoted attributes. Removes control characters. */
export const escapeMarkup = (text: string): string =>
  cleanText(text).replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
