import {
  extensionsOf,
  extractFormats,
  type Format,
  formats,
  isExtractFormat,
  isFormat,
} from '../../lib/conversions/formats.ts';

const names: readonly Format[] = Object.keys(formats).filter(isFormat);

/** Returns the label of a format, by default its API name. */
export const formatLabel = (format: string): string =>
  isFormat(format) ? formats[format].label : format.toUpperCase();

/** Returns the extension of the files of a format, by default its API name. */
export const formatExtension = (format: string): string =>
  isFormat(format) ? formats[format].extension : format;

/** Returns the label of an extraction. */
export const extractLabel = (format: string): string =>
  isExtractFormat(format) ? extractFormats[format].label : format;

/** Returns the format of a file name, undefined if its extension is unknown. */
export const formatByName = (filename: string): Format | undefined => {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : names.find((name) => extensionsOf(name).includes(extension));
};

const essenceOf = (mimeType: string): string | undefined => mimeType.split(';')[0]?.trim().toLowerCase();

/** Returns the format of a MIME type, with or without parameters. Undefined if it is unknown. */
export const formatByMimeType = (mimeType: string): Format | undefined =>
  names.find((name) => essenceOf(formats[name].mimeType) === essenceOf(mimeType));
