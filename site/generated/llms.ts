import type { Page } from '../page.ts';

const introduction = `# DocForge

> A document conversion and extraction service that runs on one machine or in your own AWS account: 48 formats, tables, text recognition, and a
> document tree with the page and box of each part. REST API, clients for TypeScript and Python, command line and MCP server.

Flow of the API: \`POST /authorize\` with an API key returns a bearer token for an hour; \`POST /upload\` (multipart part \`file\`) returns a
\`file_id\`; \`POST /convert\` with \`file_id\` and \`to\`, or \`POST /extract\` with \`file_id\` and \`format\`, returns a \`job_id\`;
\`GET /job/{id}?wait=25\` responds when the job ends, with the result at \`output_url\`. Errors are JSON with \`error\` (a code), \`message\` and
\`field\`; a 429 has a sentence in \`error\`. Send an \`Idempotency-Key\` with uploads and jobs. A token has 60 calls a minute; observe
\`Retry-After\` of a 429.

To convert files from a shell, use \`docforge convert FILE --to FORMAT\`; from code, \`docforge-client\`; as an assistant, \`docforge mcp\`.

\`GET /openapi.json\` is the contract as OpenAPI 3.1, and \`GET /formats?from=docx\` lists every conversion of a format with the JSON Schema of its
options.
`;

/** The index of the documentation for language models (llmstxt.org): each page as Markdown, by section. */
export function llmsIndex(
  pages: readonly Page[],
  sections: readonly string[],
  urlOf: (url: string) => string,
): string {
  const listed = (section: string): string[] =>
    pages
      .filter((page) => page.section === section)
      .map(({ title, url, description }) => `- [${title}](${urlOf(url)}): ${description}`);
  const others = [...new Set(pages.map(({ section }) => section))].filter((name) => !sections.includes(name));
  return [
    introduction,
    ...[...sections, ...others].flatMap((section) => {
      const lines = listed(section);
      return lines.length === 0 ? [] : [`## ${section}\n`, `${lines.join('\n')}\n`];
    }),
  ].join('\n');
}

/** The text of the pages that the sidebar lists, for language models. The pages of single formats are too long together. */
export const llmsFull = (pages: readonly Page[], sections: readonly string[]): string =>
  [
    introduction,
    ...pages
      .filter(({ section }) => sections.includes(section))
      .map(
        ({ title, url, markdown }) =>
          `# ${title}\n\nSource: ${url}\n\n${markdown.replace(/^# .*\n+/, '').trim()}\n`,
      ),
  ].join('\n');
