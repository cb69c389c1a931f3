import { ConversionError } from '../errors.ts';
import type { DocumentTree } from './document-tree.ts';

/** The error of a document without text, and what to do about it. */
export function noText({ format, images }: Pick<DocumentTree, 'format' | 'images'>): ConversionError {
  const advice =
    format === 'pdf'
      ? 'Scanned pages need text recognition (OCR) first.'
      : images.length > 0
        ? 'Extract its images, and convert each of them to recognize its text (OCR).'
        : 'Send a document with text.';
  return new ConversionError('empty_document', `The document contains no text. ${advice}`);
}
