import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { openPage, openSection, signInByHand } from './support/dashboard-page.ts';

const stack = inject('stack');

useBrowser();

describe('the playground of the dashboard', () => {
  it('shows a PDF, an error and a refusal', async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const file = (name: string) =>
      page.getByLabel(/Drop a file here|replace it/).setInputFiles(join(folder, name));

    await writeFile(join(folder, 'empty.txt'), '');
    await file('empty.txt');
    await page.getByText('empty.txt is empty.').waitFor();

    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing of a PDF');
    await file('broken.pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    const error = page.getByRole('alert');
    await error.waitFor();
    expect(await error.textContent()).toMatch(/\w+ \w+/);

    await writeFile(join(folder, 'words.txt'), 'Some words');
    await file('words.txt');
    await page.getByLabel('To', { exact: true }).selectOption('convert:pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByRole('heading', { name: 'words.pdf' }).waitFor();
    await page.locator('iframe, .preview-none').first().waitFor();

    await expectNoHarm(watched);
    await page.context().close();
  });

  it('asks for the format that a name does not show, and for the password that a PDF needs', async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());
    await page.getByRole('link', { name: 'Playground' }).click();
    // Its code was loaded after the click.
    await page.locator('#page-title:focus').waitFor();
    const file = (name: string) =>
      page.getByLabel(/Drop a file here|replace it/).setInputFiles(join(folder, name));

    await writeFile(join(folder, 'notes.unknown'), 'Some words');
    await file('notes.unknown');
    await page.getByText('The name notes.unknown does not show a supported format.').waitFor();

    const locked = await convert(Buffer.from('Some words'), { from: 'text', to: 'pdf' });
    const { bytes } = await convert(locked.bytes, {
      from: 'pdf',
      to: 'pdf',
      options: { user_password: 'x' },
    });
    await writeFile(join(folder, 'locked.pdf'), bytes);
    await file('locked.pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('#option-password:focus').waitFor();

    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByRole('heading', { name: /^locked\.\w+$/ }).waitFor();
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('shows the box of a passage on its page', async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const { bytes } = await convert(Buffer.from('# Harvest\n\nThe hives were full.\n\nTwice.'), {
      from: 'markdown',
      to: 'pdf',
    });
    const pdf = join(folder, 'harvest.pdf');
    await writeFile(pdf, bytes);
    await page.getByLabel(/Drop a file here/).setInputFiles(pdf);
    await page.getByLabel('To', { exact: true }).selectOption('extract:document');
    await page.getByRole('button', { name: 'Extract', exact: true }).click();

    const passage = page.getByRole('button', { name: 'paragraph The hives were full.' });
    await passage.click();
    expect(await passage.getAttribute('aria-pressed')).toBe('true');
    const drawing = page.getByRole('img', { name: 'Page 1' });
    // The heading, two paragraphs and the page number.
    expect(await drawing.locator('rect').count()).toBe(4);
    expect(await drawing.locator('rect.selected').count()).toBe(1);

    await drawing.locator('rect.heading').click();
    expect(await passage.getAttribute('aria-pressed')).toBe('false');
    expect(await drawing.locator('rect.selected').getAttribute('class')).toContain('heading');

    await page.getByRole('button', { name: /Show the page/ }).click();
    await drawing.locator('image').waitFor();
    await expectNoHarm(watched);
    await page.context().close();
  });

  it('cancels a job before its id is known', async () => {
    const { page } = await openPage(browser);
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const long = join(folder, 'cancelled.txt');
    await writeFile(long, longText);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/convert', async (route) => {
      await released;
      await route.continue();
    });

    await page.getByLabel(/Drop a file here/).setInputFiles(long);
    await page.getByLabel('To', { exact: true }).selectOption('convert:pdf');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByText('Waiting for a worker').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelling').waitFor();
    release();
    await page.getByText('The job was cancelled.').waitFor();

    await page.context().close();
  });

  it('discards the previous file if another is refused, and keeps the code', async () => {
    const { page } = await openPage(browser);
    await signInByHand(page, stack, newEmail());
    await openSection(page, 'Playground');
    const choose = async (name: string, content: string): Promise<void> => {
      await writeFile(join(folder, name), content);
      await page.getByLabel(/Drop a file here|replace it/).setInputFiles(join(folder, name));
    };
    const code = page.getByRole('region', { name: 'curl code' });

    await choose('good.txt', 'Some words');
    await page.getByText('good.txt', { exact: true }).waitFor();
    await choose('nothing.txt', '');
    await page.getByText('nothing.txt is empty.').waitFor();
    expect(await page.getByText('good.txt', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Convert' }).isDisabled()).toBe(true);
    expect(await code.isVisible()).toBe(true);

    await choose('unknown.zzz', 'Some words');
    await page.getByText('unknown.zzz', { exact: true }).waitFor();
    expect(await code.isVisible()).toBe(true);

    await page.context().close();
  });

  it('is usable with the keyboard alone', async () => {
    const watched = await openPage(browser);
    const { page } = watched;
    await signInByHand(page, stack, newEmail());

    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
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
