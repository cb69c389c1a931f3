import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';
import { copiedObjects } from './copied-objects.ts';
import { MAX_DEPTH, type Source } from './navigation.ts';

/** Properties of a configuration that do not refer to layers. Several documents share those of the first. */
const SHARED = ['Name', 'Creator', 'ListMode'];

/** The parts of a configuration (ISO 32000-1, 8.11.4.3) that refer to layers. */
const LISTS = ['OFF', 'Order', 'RBGroups', 'Locked', 'AS'] as const;

type Configuration = Readonly<Record<(typeof LISTS)[number], PDFObject[]>>;

/** Reads a source's configurations with the layers of the result; layers on no page of it are left out. */
function createReader(file: PdfFile, source: Source) {
  const own = source.navigation.file;
  const { get, dictOf, nameOf, itemsOf, context, lib } = own;
  const properties = dictOf(get(own.catalog, 'OCProperties'));
  const copies = properties === undefined ? new Map<PDFDict, PDFObject>() : copiedObjects(file, source);
  const copier = lib.PDFObjectCopier.for(context, file.context);
  const layerOf = (value: PDFObject | undefined): PDFObject | undefined => {
    const copy = value instanceof lib.PDFDict ? copies.get(value) : undefined;
    return copy instanceof lib.PDFRef ? copy : undefined;
  };
  const layersIn = (value: PDFObject | undefined): PDFObject[] =>
    itemsOf(value).flatMap((item) => layerOf(item) ?? []);
  const layers = layersIn(get(properties, 'OCGs'));

  /** Layers in lists, each of which may start with a label. */
  function nested(value: PDFObject | undefined, seen: Set<PDFObject>, depth = 0): PDFObject[] {
    if (value === undefined || seen.has(value) || depth > MAX_DEPTH) return [];
    seen.add(value);
    return itemsOf(value).flatMap((item, at) => {
      const isLabel =
        depth > 0 && at === 0 && (item instanceof lib.PDFString || item instanceof lib.PDFHexString);
      if (isLabel) return [copier.copy(item)];
      if (!(item instanceof lib.PDFArray)) return layerOf(item) ?? [];
      const below = nested(item, seen, depth + 1);
      const hasLayers = below.some((each) => each instanceof lib.PDFRef || each instanceof lib.PDFArray);
      return hasLayers ? [file.context.obj(below)] : [];
    });
  }

  function read(configuration: PDFDict | undefined): Configuration {
    const on = new Set(layersIn(get(configuration, 'ON')));
    const isHidden = nameOf(get(configuration, 'BaseState')) === 'OFF';
    return {
      OFF: isHidden ? layers.filter((layer) => !on.has(layer)) : layersIn(get(configuration, 'OFF')),
      Order: nested(get(configuration, 'Order'), new Set()),
      RBGroups: itemsOf(get(configuration, 'RBGroups')).flatMap((group) => {
        const kept = layersIn(group);
        return kept.length > 1 ? [file.context.obj(kept)] : [];
      }),
      Locked: layersIn(get(configuration, 'Locked')),
      AS: itemsOf(get(configuration, 'AS')).flatMap((usage) => {
        const [event, category, kept] = [
          get(dictOf(usage), 'Event'),
          get(dictOf(usage), 'Category'),
          layersIn(get(dictOf(usage), 'OCGs')),
        ];
        if (event === undefined || category === undefined || kept.length === 0) return [];
        return [file.context.obj({ Event: copier.copy(event), Category: copier.copy(category), OCGs: kept })];
      }),
    };
  }

  return { own, properties, layers, copier, read };
}

/**
 * Gives the result the layers (optional content, ISO 32000-1, 8.11) of all sources that are on its pages. Their default
 * configurations become one, in which the same layers are hidden; a single source keeps its alternative ones too.
 */
export function joinLayers(file: PdfFile, sources: readonly Source[]): void {
  const { context, catalog, set, remove } = file;
  remove(catalog, 'OCProperties');
  const readers = sources
    .map((source) => createReader(file, source))
    .filter(({ layers }) => layers.length > 0);
  const [first] = readers;
  if (first === undefined) return;

  function write(dict: PDFDict | undefined, configurations: readonly Configuration[]): PDFDict {
    const configuration = context.obj({});
    for (const key of SHARED) {
      const value = first?.own.get(dict, key);
      if (first !== undefined && value !== undefined) set(configuration, key, first.copier.copy(value));
    }
    for (const key of LISTS) {
      const items = configurations.flatMap((each) => each[key]);
      if (items.length > 0) set(configuration, key, context.obj(items));
    }
    return configuration;
  }

  const { own, properties } = first;
  const defaultOf = (reader: typeof first): PDFDict | undefined =>
    reader.own.dictOf(reader.own.get(reader.properties, 'D'));
  const alternatives =
    sources.length > 1
      ? []
      : own.itemsOf(own.get(properties, 'Configs')).flatMap((each) => own.dictOf(each) ?? []);
  const result = context.obj({
    OCGs: readers.flatMap(({ layers }) => layers),
    D: write(
      defaultOf(first),
      readers.map((reader) => reader.read(defaultOf(reader))),
    ),
  });
  if (alternatives.length > 0)
    set(result, 'Configs', context.obj(alternatives.map((each) => write(each, [first.read(each)]))));
  set(catalog, 'OCProperties', result);
}
