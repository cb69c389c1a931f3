import { largestFileBytes } from '../../lib/plans.ts';
import { formatBytes } from '../text/format.ts';
import { formatByName } from '../text/format-names.ts';

/** Why a file cannot be sent; undefined where it can. */
export const refusalOf = (file: { name: string; size: number }): string | undefined => {
  if (file.size === 0) return `${file.name} is empty. Choose a file with something in it.`;
  if (file.size > largestFileBytes)
    return `${file.name} has ${formatBytes(file.size)}. DocForge takes files of up to ${formatBytes(largestFileBytes)}.`;
  return undefined;
};

/** The format that a file seems to be of; the service tells it from the bytes once it has them. */
export const guessFormat = async (file: File): Promise<string | undefined> => {
  const head = await file.slice(0, 5).text();
  return head === '%PDF-' ? 'pdf' : formatByName(file.name);
};
