import { decodeText } from '../conversions/base/decode-text.ts';
import { detectFormat } from '../conversions/detection/detect.ts';
import { canonicalFormat, formats } from '../conversions/formats.ts';
import { countCharacters } from '../conversions/routing/text-limit.ts';
import type { FormatDetector } from './inspect-file.ts';

/** Detects formats with the detector of the conversions. */
export const formatDetector: FormatDetector = {
  detect: detectFormat,
  charactersOf: (bytes, format) => (format === 'text' ? countCharacters(decodeText(bytes).text) : undefined),
  mimeTypeOf: (format) => {
    const canonical = canonicalFormat(format);
    return canonical === undefined ? 'application/octet-stream' : formats[canonical].mimeType;
  },
};
