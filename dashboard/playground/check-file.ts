import { largestFileBytes } from '../../lib/plan-table.ts';
import { formatBytes } from '../text/format.ts';
import { formatByName } from '../text/format-names.ts';

/** Returns why a file cannot be sent, undefined if it can. */
export const refusalOf = (file: { size: number }): string | undefined => {
  if (file.size === 0) return 'The file is empty. Choose another file.';
  if (file.size > largestFileBytes) {
    const [size, limit] = [formatBytes(file.size), formatBytes(largestFileBytes)];
    // Rounded, both can be the same.
    const wrong =
      size === limit
        ? `The file is over the limit of ${limit}`
        : `The file is ${size}; the limit is ${limit}`;
    return `${wrong}. Split it or reduce its size.`;
  }
  return undefined;
};

/** What the browser can see of a file before it is sent. The service detects the format from the content. */
export type FileGuess = { readonly from: string | undefined; readonly isEncrypted: boolean };

// OLE 2, in which Office stores its encrypted documents.
const compoundFile = 'd0cf11e0a1b11ae1';

/** Returns the probable format of a file, and whether it is probably encrypted. */
export const guessFile = async (file: File): Promise<FileGuess> => {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const from = new TextDecoder().decode(head).startsWith('%PDF-') ? 'pdf' : formatByName(file.name);
  if (from === 'pdf') return { from, isEncrypted: (await file.text()).includes('/Encrypt ') };
  const signature = [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { from, isEncrypted: /^(docx|pptx|xlsx|xlsb)$/.test(from ?? '') && signature === compoundFile };
};
