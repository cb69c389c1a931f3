/** Not in tests without a browser. */
declare const location: { readonly pathname: string } | undefined;

/**
 * Returns the prefix of the API's paths on the origin of a page of the dashboard: empty behind CloudFront, and the stage where the API
 * serves the page, such as `/v1`.
 */
export const apiPrefix = (pagePath = typeof location === 'undefined' ? '' : location.pathname): string =>
  pagePath.slice(0, Math.max(0, pagePath.indexOf('/dashboard')));

/** Returns the address of a page of the documentation. Only CloudFront serves pages; `/docs` of the API redirects to what there is. */
export const docsAddress = (page = ''): string => {
  const prefix = apiPrefix();
  return prefix === '' ? `/docs/${page}` : `${prefix}/docs`;
};
