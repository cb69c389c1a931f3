/** Returns a link for a web or e-mail address, undefined for other text. */
export const supportLink = (support: string): string | undefined => {
  if (/^https:\/\/\S+$/.test(support)) return support;
  return /^[^\s@:/?]+@[^\s@:/?]+$/.test(support) ? `mailto:${support}` : undefined;
};
