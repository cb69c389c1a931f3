import type { FoundImage } from '../../document/image-store.ts';
import { cleanAlt } from '../../shared/ooxml/drawing-properties.ts';
import { fromHex } from './tokens.ts';

/** An image that is being read. RTF 1.9.1, "Pictures". */
export interface RtfImage {
  readonly word: (name: string, parameter: number | undefined) => void;
  readonly hex: (bytes: Uint8Array) => void;
  readonly binary: (bytes: Uint8Array) => void;
  /** The name (`sn`) or the value (`sv`) of a drawing property. */
  readonly property: (kind: 'sn' | 'sv', text: string) => void;
  readonly finish: (key: string) => FoundImage;
}

const TWIPS_PER_POINT = 20;

/** An image without data or properties. */
export function createRtfImage(): RtfImage {
  const parts: Uint8Array[] = [];
  let isHex = true;
  let name = '';
  let alt = '';
  let width: number | undefined;
  let height: number | undefined;
  const points = (twips: number | undefined): number | undefined =>
    twips === undefined || twips <= 0 ? undefined : Math.round(twips / TWIPS_PER_POINT);
  return {
    word: (word, parameter) => {
      if (word === 'picwgoal') width = parameter;
      else if (word === 'pichgoal') height = parameter;
    },
    hex: (bytes) => {
      parts.push(bytes);
    },
    binary: (bytes) => {
      isHex = false;
      parts.length = 0;
      parts.push(bytes);
    },
    property: (kind, text) => {
      if (kind === 'sn') name = text.trim();
      else if (name === 'wzDescription') alt = cleanAlt(text);
    },
    finish: (key) => ({
      key,
      read: () => (isHex ? fromHex(Buffer.concat(parts)) : Buffer.concat(parts)),
      alt,
      width: points(width),
      height: points(height),
    }),
  };
}
