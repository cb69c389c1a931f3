/** What the page loads, as paths from the root of the origin. */
export type PageAssets = {
  readonly main: string;
  /** Chunks that `main` imports at once, so that the browser need not find them out one after the other. */
  readonly preloads: readonly string[];
  /** A short script that runs before the first paint, so that a chosen theme does not flash. */
  readonly theme: string;
  readonly styles: string;
  readonly icon: string;
};

/** The one page of the dashboard. It has no inline script and no inline style, as its Content-Security-Policy asks. */
export const indexHtml = ({ main, preloads, theme, styles, icon }: PageAssets): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>DocForge</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${styles}">
<script src="${theme}"></script>
${preloads.map((path) => `<link rel="modulepreload" href="${path}">\n`).join('')}<script type="module" src="${main}"></script>
</head>
<body>
<div id="app"><p class="boot">Loading DocForge…</p></div>
<noscript><p class="boot">The dashboard needs JavaScript. The API works without it: see /openapi.json.</p></noscript>
</body>
</html>
`;
