/** An uploaded file. Times are in ms since the epoch. */
export type StoredFile = {
  readonly accountId: string;
  readonly fileId: string;
  readonly filename: string;
  /** Canonical format, detected from the bytes; undefined until a presigned upload is finalized. */
  readonly format: string | undefined;
  readonly sizeBytes: number;
  /** Characters of a text file other than white space, in UTF-16 code units. */
  readonly characters?: number | undefined;
  /** Whether the file opens only with a password; undefined if only reading the document can tell. */
  readonly needsPassword?: boolean | undefined;
  /** SHA-256 in lowercase hexadecimal; undefined while it is unknown. */
  readonly sha256: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** A file whose bytes have been inspected. */
export type ReadyFile = StoredFile & { readonly format: string };

/** Whether the bytes of a file have been inspected. */
export const isReady = (file: StoredFile): file is ReadyFile => file.format !== undefined;

/** The object key of a file. It starts with the account, so that no tenant's key can address another tenant's object. */
export const fileObjectKey = (accountId: string, fileId: string): string =>
  `accounts/${accountId}/files/${fileId}`;

/** The object key of a presigned upload. The form can be sent again, so the bytes are inspected and copied before use. */
export const incomingObjectKey = (accountId: string, fileId: string): string =>
  `accounts/${accountId}/incoming/${fileId}`;

const longestFilename = 255;

/** A file name that is safe to show and to save: no folders, no control characters, at most 255 characters. */
export const cleanFilename = (name: string): string => {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
  const printable = base.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  if (printable === '' || /^\.+$/.test(printable)) return 'file';
  if (printable.length <= longestFilename) return printable;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(printable)?.[0] ?? '';
  return `${printable.slice(0, longestFilename - extension.length)}${extension}`.toWellFormed();
};
