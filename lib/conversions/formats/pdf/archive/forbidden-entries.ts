import type { PDFDict } from '@cantoo/pdf-lib';
import type { PdfFile } from './pdf-file.ts';

// ISO 19005-2, 6.5.1.
const ACTIONS = new Set([
  'Launch',
  'Sound',
  'Movie',
  'ResetForm',
  'ImportData',
  'Hide',
  'SetOCGState',
  'Rendition',
  'Trans',
  'GoTo3DView',
  'JavaScript',
]);
const NAMED_ACTIONS = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
// ISO 32000-1, 8.6.5.8.
const INTENTS = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Perceptual', 'Saturation']);

/** What was removed that a reader may miss, for the warnings. */
interface Removed {
  scripts: number;
  files: number;
}

const isForbiddenAction = ({ get, nameOf }: PdfFile, action: PDFDict | undefined): boolean => {
  const kind = nameOf(get(action, 'S'));
  if (kind === undefined) return false;
  return ACTIONS.has(kind) || (kind === 'Named' && !NAMED_ACTIONS.has(nameOf(get(action, 'N')) ?? ''));
};

/** Removes the entries of one dictionary that PDF/A forbids wherever they are. */
function cleanDictionary(file: PdfFile, dict: PDFDict, removed: Removed, keepsFiles: boolean): void {
  const { get, dictOf, nameOf, numberOf, remove, set, lib } = file;
  for (const key of ['A', 'OpenAction', 'Next', 'PA'])
    if (isForbiddenAction(file, dictOf(get(dict, key)))) removed.scripts += remove(dict, key);
  if (dictOf(get(dict, 'AA')) !== undefined) removed.scripts += remove(dict, 'AA');
  const subtype = nameOf(get(dict, 'Subtype'));
  // 6.2.8 to 6.2.9: images and forms.
  if (subtype === 'Image') {
    remove(dict, 'Alternates', 'OPI');
    if (String(get(dict, 'Interpolate')) === 'true') remove(dict, 'Interpolate');
    if (!INTENTS.has(nameOf(get(dict, 'Intent')) ?? 'Perceptual')) remove(dict, 'Intent');
  }
  if (subtype === 'Form') remove(dict, 'OPI', 'PS', 'Ref', 'Subtype2');
  // 6.2.5: transfer functions and halftones; 6.2.6: rendering intents.
  const type = nameOf(get(dict, 'Type'));
  if (type === 'ExtGState' || (type === undefined && (get(dict, 'TR') ?? get(dict, 'TR2')) !== undefined)) {
    remove(dict, 'TR', 'HT', 'HTP', 'HTO');
    if (nameOf(get(dict, 'TR2')) !== 'Default') remove(dict, 'TR2');
    if (!INTENTS.has(nameOf(get(dict, 'RI')) ?? 'Perceptual')) remove(dict, 'RI');
  }
  // 6.2.4.2: not for colours of a printing profile, which all CMYK has here.
  if (numberOf(get(dict, 'OPM')) === 1) remove(dict, 'OPM');
  // Metadata of parts may use schemas that have to be described (6.6.2.3). The document's own is written anew.
  if (dict !== file.catalog && nameOf(get(dictOf(get(dict, 'Metadata')), 'Type')) === 'Metadata')
    remove(dict, 'Metadata');
  // 6.2.11.4.2: lists of glyphs are optional, and have to be complete.
  if (type === 'FontDescriptor') remove(dict, 'CharSet', 'CIDSet');
  // 9.7.4: required for embedded TrueType outlines.
  if (subtype === 'CIDFontType2' && get(dict, 'CIDToGIDMap') === undefined)
    set(dict, 'CIDToGIDMap', lib.PDFName.of('Identity'));
  if (!keepsFiles && (type === 'Filespec' || type === 'F')) removed.files += remove(dict, 'EF');
  if (type === 'Page') remove(dict, 'PresSteps', 'Duration');
  // A rewritten file no longer has the bytes that were signed (6.4.3).
  if (nameOf(get(dict, 'FT')) === 'Sig') remove(dict, 'V');
  if (numberOf(get(dict, 'F')) === undefined && get(dict, 'FFilter') !== undefined) remove(dict, 'FFilter');
}

/** Removes what PDF/A forbids and a reader of the pages does not see: scripts, other actions, forms in XML, files. */
export function removeForbidden(file: PdfFile, keepsFiles: boolean): Removed {
  const { catalog, get, dictOf, remove } = file;
  const removed: Removed = { scripts: 0, files: 0 };
  for (const dict of file.dictionaries()) cleanDictionary(file, dict, removed, keepsFiles);
  const names = dictOf(get(catalog, 'Names'));
  removed.scripts += remove(names, 'JavaScript');
  remove(names, 'AlternatePresentations', 'Renditions');
  if (!keepsFiles) {
    removed.files += remove(names, 'EmbeddedFiles');
    remove(catalog, 'AF', 'Collection');
  }
  remove(catalog, 'Perms', 'Requirements', 'DSS', 'Legal');
  const form = dictOf(get(catalog, 'AcroForm'));
  remove(form, 'XFA', 'NeedAppearances');
  remove(catalog, 'NeedsRendering');
  return removed;
}
