import * as z from 'zod';

/** The profiles that veraPDF checks, by the names that the options use, and veraPDF's identifier of each. */
export const profiles = {
  'a-1a': '1a',
  'a-1b': '1b',
  'a-2a': '2a',
  'a-2b': '2b',
  'a-2u': '2u',
  'a-3a': '3a',
  'a-3b': '3b',
  'a-3u': '3u',
  'a-4': '4',
  'a-4e': '4e',
  'a-4f': '4f',
  'ua-1': 'ua1',
} as const;

/** Names of {@link profiles}. */
export const profileNames = z.enum(Object.keys(profiles) as [Profile, ...Profile[]]);

/** A name of a profile. */
export type Profile = keyof typeof profiles;
