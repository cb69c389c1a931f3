import * as z from 'zod';
import { isVeraPdfInstalled, veraPdfPackage, veraPdfVersion } from '../../backends/verapdf/installation.ts';
import { profileNames } from '../../backends/verapdf/profiles.ts';
import { fileExtractor } from '../../engine/roles.ts';

const options = z.strictObject({
  profile: profileNames
    .optional()
    .describe(
      'The standard to check. Default: the one that the file claims to conform to, or else PDF/A-2b.',
    ),
});

/** Checks whether PDFs conform to PDF/A or PDF/UA, where veraPDF and Java are installed. */
export const conformanceExtractor = fileExtractor({
  name: 'verapdf-pdf-to-conformance',
  isOptional: true,
  isAvailable: isVeraPdfInstalled,
  needs: `Java and the npm package ${veraPdfPackage}`,
  version: veraPdfVersion,
  from: ['pdf'],
  extracts: ['conformance'],
  options,
  write: async (bytes, { options: { profile }, maxResultBytes }) => {
    const { validatePdf } = await import('../../backends/verapdf/verapdf.ts');
    const { jsonFile } = await import('../../document/extract-document.ts');
    return { bytes: jsonFile(await validatePdf(bytes, profile), maxResultBytes) };
  },
});
