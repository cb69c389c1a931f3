import { readFileSync } from 'node:fs';
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import { packageFile } from '../../../base/package-assets.ts';
import type { PdfFile } from './pdf-file.ts';

/** sRGB, and the characterization of offset printing CGATS TR 001, by the number of their components. */
const profiles = {
  3: { name: 'sRGB IEC61966-2.1', package: 'pdfkit', path: 'js/data/sRGB_IEC61966_2_1.icc' },
  4: { name: 'CGATS TR 001', package: 'pdfjs-dist', path: 'iccs/CGATS001Compat-v2-micro.icc' },
} as const;

type Components = keyof typeof profiles;

function addProfile({ context }: PdfFile, components: Components): PDFObject {
  const { package: packageName, path } = profiles[components];
  const bytes = readFileSync(packageFile(packageName, path));
  return context.register(context.flateStream(bytes, { N: components }));
}

/** Returns the components of the profile of the file's own output intent, if it has one for PDF/A. */
function ownIntent({ catalog, get, dictOf, itemsOf, nameOf, numberOf }: PdfFile): Components | undefined {
  for (const intent of itemsOf(get(catalog, 'OutputIntents'))) {
    const dict = dictOf(intent);
    const components = numberOf(get(dictOf(get(dict, 'DestOutputProfile')), 'N'));
    if (nameOf(get(dict, 'S')) === 'GTS_PDFA1' && (components === 3 || components === 4)) return components;
  }
  return undefined;
}

const namesColourSpace = (file: PdfFile, names: readonly string[]): boolean => {
  for (const dict of file.dictionaries())
    for (const value of dict.values()) {
      const values = [value, ...file.itemsOf(value)];
      if (values.some((each) => names.includes(file.nameOf(each) ?? ''))) return true;
    }
  return false;
};

/** Every resource dictionary of the file. */
function resourcesOf(file: PdfFile): Set<PDFDict> {
  const found = new Set<PDFDict>();
  for (const dict of file.dictionaries()) {
    const resources = file.dictOf(file.get(dict, 'Resources'));
    if (resources !== undefined) found.add(resources);
  }
  for (const page of file.document.getPages()) {
    const resources = page.node.Resources();
    if (resources !== undefined) found.add(resources);
  }
  return found;
}

/**
 * Makes all colours independent of the device (ISO 19005-2, 6.2.3 and 6.2.4): grey and the colours of the output intent by
 * the intent, which is sRGB unless the file has its own, and the others by a default colour space.
 */
export function fixColours(file: PdfFile, hasCmyk: boolean): void {
  const { catalog, context, set, get, dictOf, lib } = file;
  const own = ownIntent(file);
  if (own === undefined) {
    const intent = context.obj({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: lib.PDFString.of(profiles[3].name),
      Info: lib.PDFString.of(profiles[3].name),
      DestOutputProfile: addProfile(file, 3),
    });
    set(catalog, 'OutputIntents', context.obj([intent]));
  }
  const other: Components = own === 4 ? 3 : 4;
  if (other === 4 && !hasCmyk && !namesColourSpace(file, ['DeviceCMYK'])) return;
  const space = context.register(context.obj([lib.PDFName.of('ICCBased'), addProfile(file, other)]));
  for (const resources of resourcesOf(file)) {
    const spaces = dictOf(get(resources, 'ColorSpace')) ?? context.obj({});
    set(spaces, other === 4 ? 'DefaultCMYK' : 'DefaultRGB', space);
    set(resources, 'ColorSpace', file.refTo(spaces));
  }
}
