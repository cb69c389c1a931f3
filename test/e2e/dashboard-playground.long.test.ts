import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { convert } from '../../lib/conversions/index.ts';
import {
  browser,
  expectNoHarm,
  folder,
  longText,
  newEmail,
  useBrowser,
} from './support/dashboard-browser.ts';
import { chooseTarget, findBarriers, openPage, openSection, signInByHand } from './support/dashboard-page.ts';
import { simplePdf } from './support/documents.ts';

const stack = inject('stack');

useBrowser();

const openPlayground = async () => {
  const watched = await openPage(browser);
  const { page } = watched;
  await signInByHand(page, stack, newEmail());
  await openSection(page, 'Playground');
  return { watched, page };
};

/** Writes files and adds them to the playground. */
const add = async (page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  const paths = Object.keys(files).map((name) => join(folder, name));
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
  await page.getByLabel(/Drop files here|Add files/).setInputFiles(paths);
  await page.getByRole('button', { name: `Remove ${Object.keys(files)[0]}` }).waitFor();
};

const runButton = (page: Page) => page.getByRole('button', { name: /^(Convert|Extract)/ });
const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

const markdownPdf = async (): Promise<Uint8Array> =>
  (
    await convert(Buffer.from('# Harvest\n\nThe hives were full.\n\nTwice.'), {
      from: 'markdown',
      to: 'pdf',
    })
  ).bytes;

describe('the playground of the dashboard', () => {
  it('shows a problem beside each file, and converts the others', async () => {
    const { watched, page } = await openPlayground();

    await add(page, {
      'empty.txt': '',
      'large.pdf': Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(26_214_400)]),
      'notes.unknown': 'Some words',
      'drawing.visio': 'Some words',
      'broken.pdf': '%PDF-1.7\nnothing of a PDF',
      'words.md': '# Words',
      'more.md': '# More words',
    });
    expect((await files(page).allTextContents()).map((text) => text.replace(/^.*?bytes|^.*?MB/, ''))).toEqual(
      [
        expect.stringContaining('The file is empty.'),
        expect.stringContaining('over the limit of 25 MB'),
        expect.stringContaining('The name does not show a supported format.'),
        expect.stringContaining('The name does not show a supported format.'),
        'Remove broken.pdf',
        'Remove words.md',
        'Remove more.md',
      ],
    );
    await chooseTarget(page, 'HTML');
    await page.getByRole('button', { name: 'Convert 3 files' }).click();
    await page.getByText('Done', { exact: true }).nth(1).waitFor();
    await files(page).nth(4).getByRole('alert').waitFor();

    expect(await files(page).nth(4).getByRole('alert').textContent()).toMatch(/damaged|incomplete/);
    await page.getByRole('button', { name: /^more\.md/ }).click();
    await page.getByRole('heading', { name: 'more.html' }).waitFor();
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('asks for the password of an encrypted file at the file', async () => {
    const { watched, page } = await openPlayground();
    const plain = await convert(Buffer.from('Some words'), { from: 'text', to: 'pdf' });
    const { bytes } = await convert(plain.bytes, { from: 'pdf', to: 'pdf', options: { user_password: 'x' } });

    await add(page, { 'locked.pdf': bytes });
    await files(page).getByText('The file is encrypted.').waitFor();
    await runButton(page).click();
    await files(page).getByText('The file needs a password.').waitFor();
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await files(page).getByText('The password does not open the file.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'locked.md' }).waitFor();

    await page.getByRole('tab', { name: 'Code' }).click();
    expect(await page.getByRole('region', { name: 'curl code' }).textContent()).toContain('<password>');
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('renders Markdown and HTML without running any of it', async () => {
    const { watched, page } = await openPlayground();
    const hostile = [
      '<h1 id="title">Title</h1><script>parent.hacked = 1</script>',
      '<img src="https://evil.example/x.png" onerror="parent.hacked = 1" alt="picture">',
      '<p style="color: teal">Teal</p><style>p { background: url(https://evil.example/y.png) }</style>',
      '<a href="javascript:parent.hacked = 1">link</a><iframe src="https://evil.example"></iframe>',
    ].join('\n\n');

    await add(page, {
      'hostile.md': `# Words\n\n${hostile.replaceAll('<', '&lt;')}\n\n\`\`\`html\n${hostile}\n\`\`\``,
    });
    await chooseTarget(page, 'HTML');
    await runButton(page).click();
    const frame = page.frameLocator('iframe[title="Rendered hostile.html"]');
    await frame.getByRole('heading', { name: 'Words' }).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');

    // The service would not write this. What shows its results must withstand it all the same.
    await page.route('**/*hostile*', (route) =>
      route.fulfill({
        body: hostile,
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'text/html',
      }),
    );
    await page.getByRole('combobox', { name: 'To' }).waitFor();
    await page.getByLabel('Table of contents').check();
    await runButton(page).click();
    await frame.getByText('Teal').waitFor();
    await page.waitForTimeout(500);

    expect(await page.evaluate('"hacked" in window')).toBe(false);
    expect(await frame.locator('script, iframe, style, [onerror], [href]').count()).toBe(0);
    const colour =
      "getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('p')).color";
    expect(await page.evaluate(colour)).toBe('rgb(0, 128, 128)');
    expect(await findBarriers(page)).toEqual([]);
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('shows the box of a passage on its page, which costs no operation', async () => {
    const { watched, page } = await openPlayground();
    await add(page, { 'harvest.pdf': await markdownPdf() });
    await chooseTarget(page, 'Document');
    await runButton(page).click();

    const passage = page.getByRole('button', { name: 'paragraph The hives were full.' });
    await passage.click();
    expect(await passage.getAttribute('aria-pressed')).toBe('true');
    const boxes = page.getByRole('img', { name: 'Boxes of page 1' });
    // The heading, two paragraphs and the page number.
    expect(await boxes.locator('rect').count()).toBe(4);
    expect(await boxes.locator('rect.selected').count()).toBe(1);
    await boxes.locator('rect.heading').click();
    expect(await passage.getAttribute('aria-pressed')).toBe('false');
    expect(await boxes.locator('rect.selected').getAttribute('class')).toContain('heading');

    // The page itself is drawn below the boxes: some of its pixels are dark.
    await page.waitForFunction(`(() => {
      const canvas = document.querySelector('.page-sheet canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, at) => at % 4 === 0 && value < 100 && data[at + 3] === 255);
    })()`);
    const width = async () => (await page.locator('.page-sheet').boundingBox())?.width ?? 0;
    const fitted = await width();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await width()).toBeGreaterThan(fitted * 1.4);
    expect(await findBarriers(page)).toEqual([]);

    await openSection(page, 'Usage');
    // The upload and the extraction.
    await page.getByRole('region', { name: 'Operations this month' }).getByText('2 of 50').first().waitFor();
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('shows pages of a PDF, tables, chunks and the files of an archive', async () => {
    const { watched, page } = await openPlayground();
    await add(page, { 'sales.csv': 'Region,Revenue\n"West, coast",1200.50\nSouth,980\n' });

    await chooseTarget(page, 'TSV');
    await runButton(page).click();
    const table = page.getByRole('region', { name: 'Table of sales.tsv' });
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Region', 'Revenue']);
    expect(await table.getByRole('cell').first().textContent()).toBe('West, coast');

    await chooseTarget(page, 'Chunks');
    await runButton(page).click();
    await page.getByRole('button', { name: /^Chunk 1 .*tokens$/s }).waitFor();

    await add(page, { 'two.pdf': simplePdf(['Words of the first page', 'Words of the second page']) });
    await chooseTarget(page, 'PDF');
    await runButton(page).click();
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 2').waitFor();

    await chooseTarget(page, 'PNG');
    await runButton(page).click();
    const archive = page.getByRole('list', { name: 'Files of two.zip' });
    await archive.locator('img').nth(1).waitFor();
    await archive.getByRole('button').first().click();
    await page.getByRole('img', { name: /^Preview of / }).waitFor();
    await page.getByRole('button', { name: 'All files' }).click();
    expect(await archive.getByRole('button').count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('keeps files and results on the way to another section, and nothing after signing out', async () => {
    const { watched, page } = await openPlayground();
    await add(page, { 'kept.md': '# Kept words' });
    await chooseTarget(page, 'Plain text');
    await runButton(page).click();
    // The run continues in the other section.
    await openSection(page, 'Jobs');
    await openSection(page, 'Playground');
    await page.getByRole('heading', { name: 'kept.txt' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('Plain text');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('E-mail address').fill(newEmail());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await openSection(page, 'Playground');
    await page.getByText('Your result appears here').waitFor();
    expect(await page.content()).not.toContain('kept');
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('has samples for people who have no file at hand', async () => {
    const { watched, page } = await openPlayground();

    await page.getByRole('button', { name: 'Invoice', exact: true }).click();
    await runButton(page).click();
    await page
      .frameLocator('iframe[title="Rendered invoice.md"]')
      .getByRole('heading', { name: /Invoice/ })
      .waitFor();

    await expectNoHarm(watched);
    await page.context().close();
  });

  it('shows a refused option at its field', async () => {
    const { page } = await openPlayground();
    await add(page, { 'two.pdf': simplePdf(['One', 'Two']) });

    await page.getByLabel('Pages', { exact: true }).fill('x');
    await runButton(page).click();
    await page.locator('#option-pages:focus').waitFor();
    expect(await page.locator('#option-pages').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#option-pages-hint').textContent()).toMatch(/^Must be page numbers/);

    await chooseTarget(page, 'PNG');
    // One key at a time: the refused field does not take the focus again.
    const resolution = page.getByLabel(/^Resolution/);
    await resolution.pressSequentially('9999', { delay: 50 });
    expect(await resolution.inputValue()).toBe('9999');
    await page.getByText('Use a number from 36 to 600.').waitFor();
    expect(await runButton(page).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('cancels a job before its id is known', async () => {
    const { page } = await openPlayground();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/convert', async (route) => {
      await released;
      await route.continue();
    });

    await add(page, { 'cancelled.txt': longText });
    await chooseTarget(page, 'PDF');
    await runButton(page).click();
    await page.getByText('Waiting for a worker').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelling').waitFor();
    release();
    await page.getByText('The job was cancelled.').waitFor();

    await page.context().close();
  });

  it('is usable with the keyboard alone', async () => {
    const { watched, page } = await openPlayground();
    await add(page, { 'words.md': '# Words' });

    await page.getByRole('combobox', { name: 'To' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option').count()).toBeGreaterThan(5);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.type('no such target');
    await page.getByText('No target matches').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('PDF');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('html');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Convert');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'words.html' }).waitFor();
    await page.getByRole('tab', { name: 'Result' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'curl code' }).waitFor();

    await page.getByRole('link', { name: 'API keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.locator('h1:focus').waitFor();
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#new-key-name:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Create key');
    await expectNoHarm(watched);
    await page.context().close();
  });
});
