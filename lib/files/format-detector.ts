import { decodeChunks } from '../conversions/base/decode-text.ts';
import { detectFormat } from '../conversions/detection/detect.ts';
import { describeUnsupported } from '../conversions/detection/name-file-type.ts';
import { needsPassword } from '../conversions/detection/needs-password.ts';
import { canonicalFormat, formats } from '../conversions/formats.ts';
import { countCharacters } from '../conversions/routing/text-limit.ts';
import type { FormatDetector } from './inspect-file.ts';

const charactersOfText = (bytes: Uint8Array): number => {
  let count = 0;
  for (const chunk of decodeChunks(bytes)) count += countCharacters(chunk);
  return count;
};

/** Detects formats with the detector of the conversions. */
export const formatDetector: FormatDetector = {
  detect: detectFormat,
  describeUnsupported,
  charactersOf: (bytes, format) => (format === 'text' ? charactersOfText(bytes) : undefined),
  needsPassword,
  mimeTypeOf: (format) => {
    const canonical = canonicalFormat(format);
    return canonical === undefined ? 'application/octet-stream' : formats[canonical].mimeType;
  },
};
