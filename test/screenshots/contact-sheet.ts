/** A picture in the folder of the sheet. */
export type Shot = {
  readonly name: string;
  readonly width: number;
  readonly theme: string;
  readonly file: string;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Returns a page with all pictures: a row for each state, with its themes and widths side by side. */
export const contactSheet = (shots: readonly Shot[]): string => {
  const rows = [...Map.groupBy(shots, ({ name }) => name)].map(
    ([name, group]) => `<h2>${escapeHtml(name)}</h2>
<div>${group
      .map(
        ({ file, width, theme }) =>
          `<a href="${file}"><img src="${file}" alt="${escapeHtml(name)}, ${theme}, ${width} pixels" loading="lazy"></a>`,
      )
      .join('')}</div>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots of DocForge</title>
<style>
body { margin: 2rem; font: 15px system-ui; background: #888; }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
img { height: 24rem; border-radius: 6px; }
</style>
<h1>${shots.length} screenshots</h1>
${rows.join('\n')}
</html>
`;
};
