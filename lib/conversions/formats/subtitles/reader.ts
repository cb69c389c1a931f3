import { documentReader } from '../../engine/roles.ts';
import { subtitleOptions } from './options.ts';

const subtitleReader = <const From extends 'srt' | 'vtt'>(from: From) =>
  documentReader({
    name: `docforge-${from}-reader`,
    from: [from],
    options: subtitleOptions,
    read: async (bytes, request) => {
      const { readSubtitles } = await import('./read-subtitles.ts');
      return await readSubtitles(bytes, request, from);
    },
  });

/** Reads SubRip subtitles. */
export const srtReader = subtitleReader('srt');

/** Reads WebVTT subtitles (W3C). */
export const vttReader = subtitleReader('vtt');
