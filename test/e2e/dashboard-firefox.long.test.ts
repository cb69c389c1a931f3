import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { simplePdf } from './support/documents.ts';
import { openFirefox } from './support/firefox.ts';

const stack = inject('stack');

/** An expression for the first button or link with a name. */
const control = (name: string): string =>
  `[...document.querySelectorAll('button, a')].find((each) =>
    !each.disabled && (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(${JSON.stringify(name)}))`;

/** Needs Debian's Firefox: apt-get install firefox-esr. */
it('signs in, visits each page and converts a file in Firefox, without an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-firefox-files-'));
  const firefox = await openFirefox();
  onTestFinished(async () => {
    await firefox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const click = (name: string): Promise<void> => firefox.click(control(name));
  const title = (text: string): Promise<string> =>
    firefox.waitFor(
      `document.querySelector('h1')?.textContent === ${JSON.stringify(text)} && !document.querySelector('.skeleton')`,
    );

  await firefox.navigate(`${stack.baseUrl}/dashboard/`);
  await click('Sign in');
  await firefox.waitFor(`document.getElementById('email')`);
  await firefox.waitFor(`(() => {
    const field = document.getElementById('email');
    field.value = 'firefox@docforge.example';
    field.form.requestSubmit();
    return true;
  })()`);
  await title('Home');
  for (const section of ['Jobs', 'API keys', 'Webhooks', 'Usage', 'Plan', 'Playground']) {
    await click(section);
    await title(section);
  }

  const pdf = join(folder, 'report.pdf');
  await writeFile(pdf, simplePdf(['Words of the first page']));
  await firefox.setFile(`document.querySelector('input[type="file"]')`, pdf);
  await click('Convert');
  await firefox.waitFor(control('Download'));

  await click('Jobs');
  await title('Jobs');
  await click('report.pdf');
  await firefox.waitFor(`document.querySelector('dialog[open]')?.textContent.includes('made the result')`);
  expect(firefox.complaints).toEqual([]);
}, 300_000);
