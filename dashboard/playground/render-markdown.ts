import MarkdownIt from 'markdown-it';

// HTML in Markdown, such as merged cells, goes the way of any other HTML of a result: a sandboxed frame without scripts.
const markdown = new MarkdownIt({ html: true });

/** Returns Markdown (CommonMark and tables) as HTML, which is not safe. */
export const renderMarkdown = (text: string): string => markdown.render(text);
