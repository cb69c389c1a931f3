import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

// Upper halves of the DOS code pages, which TextDecoder does not support.
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const dos: Readonly<Record<number, string>> = { 437: cp437, 850: cp850, 858: cp850.replace('ı', '€') };

const UTF8 = 65001;
const WESTERN = 1252;

// ISO 8859-1 to 8859-16 are at these numbers plus their part; 12 does not exist.
const ISO_8859 = 28590;

const labels: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  [UTF8]: 'utf-8',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => [ISO_8859 + part, `iso-8859-${part}`]),
  ),
};

// RTF 1.9.1, "Font Table": \fcharset.
const charsets: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

/** Returns a font's code page by its character set; undefined means the document's. */
export const codePageOf = (charset: number): number | undefined => charsets[charset];

type Decode = (bytes: Uint8Array) => string;

const decoders = new Map<number, Decode>();

function dosDecoder(upper: string): Decode {
  return (bytes) => {
    let text = '';
    for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? '');
    return text;
  };
}

function findDecoder(codePage: number): Decode | undefined {
  const upper = dos[codePage];
  if (upper !== undefined) return dosDecoder(upper);
  const label =
    labels[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : undefined);
  if (label === undefined) return undefined;
  const decoder = new TextDecoder(label);
  return (bytes) => decoder.decode(bytes);
}

/** The decoder of a Windows, Macintosh or DOS code page; undefined if the number is unknown. */
export function codePageDecoder(codePage: number): ((bytes: Uint8Array) => string) | undefined {
  const decode = decoders.get(codePage) ?? findDecoder(codePage);
  if (decode !== undefined) decoders.set(codePage, decode);
  return decode;
}

/**
 * Decodes bytes in a Windows, Macintosh or DOS code page; windows-1252 if it is unknown, or if it is UTF-8 and the bytes
 * are not: programs declare UTF-8 and write the bytes of Windows.
 */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  if (codePage === UTF8 && !isUtf8(bytes)) return decodeCodePage(bytes, WESTERN);
  return (codePageDecoder(codePage) ?? codePageDecoder(WESTERN))?.(bytes) ?? '';
}
