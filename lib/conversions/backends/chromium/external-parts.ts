import * as z from 'zod';
import { countWere } from '../../base/count-of.ts';
import type { Page } from './isolated-page.ts';

// Page scripts are disabled, so the page cannot have redefined anything used here.
const COUNT = `(() => {
  const outside = (selector, name) =>
    [...document.querySelectorAll(selector)].filter((element) => !/^\\s*(?:data:|$)/i.test(element.getAttribute(name)))
      .length;
  return { images: outside('img[src]', 'src'), styles: outside('link[rel~="stylesheet" i][href]', 'href') };
})()`;

const counted = z.object({ result: z.object({ value: z.object({ images: z.int(), styles: z.int() }) }) });

/** Returns warnings about images and style sheets that a page refers to but does not contain. */
export async function warnAboutExternal(page: Page): Promise<string[]> {
  const { result } = await page.ask(counted, 'Runtime.evaluate', { expression: COUNT, returnByValue: true });
  const { images, styles } = result.value;
  return [
    ...(images > 0 ? [`${countWere(images, 'external image')} not fetched. Embed them as data URIs.`] : []),
    ...(styles > 0
      ? [`${countWere(styles, 'external style sheet')} not fetched. Move the rules to a style element.`]
      : []),
  ];
}
