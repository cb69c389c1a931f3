import { noInfo } from '../../document/document-info.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { noOptions } from '../../engine/options.ts';
import type { RoleRequest } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { decodeXml } from '../../shared/xml/decode-xml.ts';
import { loadXmlReader } from '../../shared/xml/read-xml.ts';
import { readAsPage } from '../html/read-page.ts';
import { articleInfo, articleNamespaces, articlePage, isArticle } from './article-page.ts';

// Markup that is not read as a document is a listing of at most so many characters.
const MAX_LISTING = 16_000_000;

/** Reads an article as a page, and any other XML as a listing. */
export async function readXmlDocument(
  bytes: Uint8Array,
  { needs }: RoleRequest<typeof noOptions>,
): Promise<DocumentResult> {
  const readXml = await loadXmlReader();
  const root = readXml(bytes, { namespaces: articleNamespaces });
  if (!isArticle(root)) {
    if (!needs.prose)
      throw new EngineRefusal(
        new ConversionError(
          'empty_document',
          'A listing of XML contains no tables. Convert it to json instead.',
        ),
      );
    const text = decodeXml(bytes).trim();
    if (text.length > MAX_LISTING)
      throw new ConversionError(
        'too_complex',
        `The XML has more than ${MAX_LISTING} characters. Convert it to json, or split it.`,
      );
    return {
      tree: {
        hub: 'document',
        format: 'xml',
        metadata: noInfo,
        blocks: [{ kind: 'code', text, language: 'xml' }],
        notes: [],
        images: [],
        page_count: null,
      },
    };
  }
  const { title, author, keywords, language } = articleInfo(root);
  return readAsPage(
    articlePage(root),
    { format: 'xml', metadata: { ...noInfo, title, author, keywords }, language },
    needs,
  );
}
