import type { PDFDict } from '@cantoo/pdf-lib';
import type { PdfFile } from './pdf-file.ts';

/** Makes the optional content one that PDF/A allows (ISO 19005-2, 6.9): named, all listed, without automatic states. */
export function fixLayers({ catalog, get, set, dictOf, itemsOf, remove, lib }: PdfFile): void {
  const layers = dictOf(get(catalog, 'OCProperties'));
  if (layers === undefined) return;
  const defaults = dictOf(get(layers, 'D'));
  const configurations = [defaults, ...itemsOf(get(layers, 'Configs')).map(dictOf)];
  for (const [at, configuration] of configurations.entries()) {
    if (configuration === undefined) continue;
    remove(configuration, 'AS');
    set(configuration, 'Name', lib.PDFHexString.fromText(at === 0 ? 'Default' : `Configuration ${at}`));
    listAll(configuration);
  }

  function listAll(configuration: PDFDict): void {
    const all = layers?.get(lib.PDFName.of('OCGs'));
    if (all !== undefined && get(configuration, 'Order') !== undefined) set(configuration, 'Order', all);
  }
}
