import { detectFormat } from '../conversions/detect.ts';
import { canonicalFormat, formats } from '../conversions/formats.ts';
import type { FormatDetector } from './upload.ts';

/** Tells formats as the conversions do. */
export const formatDetector: FormatDetector = {
  detect: detectFormat,
  mimeTypeOf: (format) => {
    const canonical = canonicalFormat(format);
    return canonical === undefined ? 'application/octet-stream' : formats[canonical].mimeType;
  },
};
