import * as z from 'zod';
import type { Page } from './open-page.ts';

// Scripts of the page are off, so nothing in it has another meaning than the browser's own.
const COUNT = `(() => {
  const outside = (selector, name) =>
    [...document.querySelectorAll(selector)].filter((element) => !/^\\s*(?:data:|$)/i.test(element.getAttribute(name)))
      .length;
  return { pictures: outside('img[src]', 'src'), styles: outside('link[rel~="stylesheet" i][href]', 'href') };
})()`;

const counted = z.object({ result: z.object({ value: z.object({ pictures: z.int(), styles: z.int() }) }) });

/** What the client is told of pictures and style sheets that a shown page names and that do not stand in it. */
export async function warnAboutOutside(page: Page): Promise<string[]> {
  const { result } = await page.ask(counted, 'Runtime.evaluate', { expression: COUNT, returnByValue: true });
  const { pictures, styles } = result.value;
  return [
    ...(pictures > 0 ? [`Images that are not in the file were not fetched: ${pictures}.`] : []),
    ...(styles > 0
      ? [`Style sheets that are not in the file were not fetched: ${styles}. Put them into a style element.`]
      : []),
  ];
}
