/** The files that the page loads, as absolute paths. */
type PageAssets = {
  readonly main: string;
  /** The static imports of `main`, so that the browser loads them in parallel. */
  readonly preloads: readonly string[];
  /** A short script that sets the theme before the first paint. */
  readonly theme: string;
  readonly styles: string;
  readonly icon: string;
};

/** Renders the page of the dashboard. Its Content-Security-Policy allows no inline scripts or styles. */
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
<noscript><p class="boot">The dashboard needs JavaScript. The API does not: see /openapi.json.</p></noscript>
</body>
</html>
`;
