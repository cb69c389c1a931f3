/** The origin of a service in code of the documentation. */
const documented = 'http://127.0.0.1:3000';

/** Replaces the documented origin in code by that of the page, so that a copied command calls this service. */
export const useOwnOrigin = (): void => {
  if (location.origin === documented) return;
  for (const code of document.querySelectorAll('pre code')) {
    if (code.textContent?.includes(documented) !== true) continue;
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      node.nodeValue = node.nodeValue?.replaceAll(documented, location.origin) ?? '';
  }
};
