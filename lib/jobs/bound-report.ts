/** The largest report of a conversion in bytes of JSON. A job with ten steps stores ten of them in an item of 400 KB. */
export const maxReportBytes = 16_384;

/** The longest error message or entry of a list in an oversized report, in UTF-16 code units. */
const maxTextLength = 1000;

/** Bytes of JSON for each list of an oversized report, about 1.4 KB less than the whole for everything else. */
const listBytes = { tried: 2048, fonts_substituted: 3072, warnings: 9216 } as const;

type ListName = keyof typeof listBytes;
type Report = Readonly<Record<string, unknown>>;

/** Shortens a text from an engine to 1,000 code units. */
export const clipText = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1).toWellFormed()}…`;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Returns the first entries of a list that fit into `maxBytes`, and how many do not. */
const firstEntries = (list: unknown, maxBytes: number): { kept: unknown[]; dropped: number } => {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const kept: unknown[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const clipped = typeof entry === 'string' ? clipText(entry) : entry;
    bytes += jsonBytes(clipped) + 1;
    if (bytes > maxBytes) break;
    kept.push(clipped);
  }
  return { kept, dropped: entries.length - kept.length };
};

/**
 * Limits the report of a conversion to `maxReportBytes`, because documents decide how many warnings it has and how long they are.
 *
 * Drops the last entries of lists that are too long and adds a warning with their number. Reports within the limit are unchanged.
 */
export const boundReport = (report: Report): Report => {
  if (jsonBytes(report) <= maxReportBytes) return report;
  const list = (name: ListName) => firstEntries(report[name], listBytes[name]);
  const [tried, fonts, warnings] = [list('tried'), list('fonts_substituted'), list('warnings')];
  const text = (name: string): Report =>
    typeof report[name] === 'string' ? { [name]: report[name].slice(0, 100).toWellFormed() } : {};
  const count = (name: string): Report => (typeof report[name] === 'number' ? { [name]: report[name] } : {});
  return {
    ...text('engine'),
    ...text('version'),
    ...count('pages'),
    ...count('ocr_pages'),
    tried: tried.kept,
    fonts_substituted: fonts.kept,
    warnings: [
      ...warnings.kept,
      ...(fonts.dropped > 0 ? [`${fonts.dropped} more substituted fonts are not listed.`] : []),
      ...(warnings.dropped > 0 ? [`${warnings.dropped} more warnings are not listed.`] : []),
    ],
  };
};
