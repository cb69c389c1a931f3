import { expect, it } from 'vitest';
import { llmsFull, llmsIndex } from '../../../site/generated/llms.ts';

const page = (title: string, section: string) => ({
  url: `/docs/${title}/`,
  title,
  description: `About ${title}.`,
  section,
  order: 1,
  markdown: `# ${title}\n\nThe text of ${title}.\n`,
});
const pages = [page('start', 'Guides'), page('docx', 'Format')];

it('lists every page as Markdown, those of the sidebar first', () => {
  const index = llmsIndex([...pages].reverse(), ['Guides'], (url) => `${url.slice(0, -1)}.md`);

  expect(index).toMatch(/^# DocForge\n\n> /);
  expect(index).toMatch(
    /## Guides\n\n- \[start\]\(\/docs\/start\.md\): About start\.\n\n## Format\n\n- \[docx\]\(\/docs\/docx\.md\): About docx\.\n$/,
  );
});

it('has the text of the pages of the sidebar, each with one title', () => {
  const text = llmsFull(pages, ['Guides']);

  expect(text).toMatch(/# start\n\nSource: \/docs\/start\/\n\nThe text of start\.\n$/);
});
