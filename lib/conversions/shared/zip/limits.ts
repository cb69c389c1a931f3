/** Limits on reading an archive. */
export interface ZipLimits {
  readonly maxEntries: number;
  /** Limit per entry. */
  readonly maxEntryBytes: number;
  /** Limit on everything read from the archive; an entry that is read twice counts twice. */
  readonly maxUnpackedBytes: number;
  /** Limit on the compression ratio, for entries that unpack to more than 16 MB. */
  readonly maxRatio: number;
}

const MB = 1024 * 1024;

/** Limits for documents: an entry is an XML part or an image. */
export const zipLimits: ZipLimits = {
  maxEntries: 10_000,
  maxEntryBytes: 256 * MB,
  maxUnpackedBytes: 512 * MB,
  maxRatio: 250,
};
