/** An uploaded file. Times are in ms since the epoch. */
export type StoredFile = {
  readonly accountId: string;
  readonly fileId: string;
  readonly filename: string;
  /** Canonical format told from the bytes; undefined while an announced file has not been looked at. */
  readonly format: string | undefined;
  readonly sizeBytes: number;
  /** Of a text file: its characters other than white space, in UTF-16 code units. */
  readonly characters?: number | undefined;
  /** SHA-256 in lowercase hexadecimal; undefined while it is not known. */
  readonly sha256: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** Where a file's bytes stand; below the account, so that no tenant's key can name another's object. */
export const fileObjectKey = (accountId: string, fileId: string): string =>
  `accounts/${accountId}/files/${fileId}`;

/** Where an announced file arrives; it is looked at and copied before it is used, for its form can be sent again. */
export const incomingObjectKey = (accountId: string, fileId: string): string =>
  `accounts/${accountId}/incoming/${fileId}`;

const longestFilename = 255;

/** A file name that is safe to show and to save under: no folders, no control characters, at most 255 characters. */
export const cleanFilename = (name: string): string => {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const printable = base.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  if (printable === '' || /^\.+$/.test(printable)) return 'file';
  if (printable.length <= longestFilename) return printable;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(printable)?.[0] ?? '';
  return `${printable.slice(0, longestFilename - extension.length)}${extension}`.toWellFormed();
};
