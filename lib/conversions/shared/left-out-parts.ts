import { countOf } from '../base/count-of.ts';

/** Parts of packages that no target shows: names of files in an archive, or of streams in a compound file. */
const kinds: readonly (readonly [part: RegExp, one: string])[] = [
  [
    /(?:^|\/)vbaProject\.bin$|^(?:MACROS|_VBA_PROJECT_CUR)$|^Basic\/[^/]{1,200}\/[^/]{1,200}\.xml$|^Scripts\/./i,
    'macro part',
  ],
  [/\/embeddings\/[^/]{1,200}$/i, 'embedded object'],
  [/\/charts\/chartEx\d{0,9}\.xml$/i, 'newer-style chart'],
  [/\/ink\/[^/]{1,200}\.xml$/i, 'ink drawing'],
  [/\/activeX\/activeX\d{0,9}\.xml$/i, 'ActiveX control'],
  [/\.(?:mp4|m4v|mov|avi|wmv|mpe?g|mkv|webm|3gp)$/i, 'video'],
  [/\.(?:mp3|m4a|wav|wma|aac|ogg|flac|aiff?|midi?)$/i, 'audio file'],
  [/\/model3d\d{0,9}\.glb$/i, '3D model'],
];

const EMBEDDED = /(?:^|\/)embeddings\/([^/"]{1,200})/gi;

/**
 * A warning about the parts of a package that are left out, or shown only as a preview; empty if there are none. `chartLinks` are
 * the relationships of charts, whose workbooks are part of the chart.
 */
export function leftOutWarnings(names: readonly string[], chartLinks: readonly string[] = []): string[] {
  const ofCharts = new Set(
    chartLinks.flatMap((xml) => Array.from(xml.matchAll(EMBEDDED), ([, name = '']) => name)),
  );
  const own = names.filter((name) => !ofCharts.has(name.slice(name.lastIndexOf('/') + 1)));
  const found = kinds.flatMap(([part, one]) => {
    const count = own.filter((name) => part.test(name)).length;
    return count === 0 ? [] : [countOf(count, one)];
  });
  return leftOutWarning(found);
}

/** The warning about what is left out, such as `1 video`; empty for none. */
export const leftOutWarning = (found: readonly string[]): string[] =>
  found.length === 0
    ? []
    : [`The document contains parts that are not converted, or only as a preview: ${found.join(', ')}.`];

/** The relationships of the charts in a package of Office, by its files. */
export const chartLinksIn = (archive: {
  readonly names: readonly string[];
  readonly read: (name: string) => Uint8Array | undefined;
}): string[] =>
  archive.names
    .filter((name) => /\/charts\/_rels\/[^/]{1,200}\.rels$/i.test(name))
    .map((name) => Buffer.from(archive.read(name) ?? []).toString('utf8'));
