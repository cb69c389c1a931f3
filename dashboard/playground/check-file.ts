import { largestFileBytes } from '../../lib/plan-table.ts';
import { formatBytes } from '../text/format.ts';
import { formatByName } from '../text/format-names.ts';

/** Returns why a file cannot be sent, undefined if it can. */
export const refusalOf = (file: { name: string; size: number }): string | undefined => {
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  if (file.size > largestFileBytes)
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(largestFileBytes)}.`;
  return undefined;
};

/** Returns the probable format of a file. The service detects it from the content. */
export const guessFormat = async (file: File): Promise<string | undefined> => {
  const head = await file.slice(0, 5).text();
  return head === '%PDF-' ? 'pdf' : formatByName(file.name);
};
