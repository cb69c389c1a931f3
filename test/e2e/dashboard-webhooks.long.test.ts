import { Webhook } from 'standardwebhooks';
import { expect, inject, it, onTestFinished } from 'vitest';
import { browser, expectNoHarm, newEmail, useBrowser } from './support/dashboard-browser.ts';
import { findBarriers, openPage, openSection, signInByHand } from './support/dashboard-page.ts';
import { startReceiver } from './support/webhook-receiver.ts';

const stack = inject('stack');

useBrowser();

it('adds an endpoint, tests it, rotates its secret, sends a delivery again and deletes it', {
  timeout: 180_000,
}, async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const watched = await openPage(browser);
  const { page } = watched;
  await signInByHand(page, stack, newEmail());
  await openSection(page, 'Webhooks');
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  const dialog = page.getByRole('dialog');
  const takeSecret = async (): Promise<string> => {
    const field = dialog.getByRole('textbox', { name: 'Signing secret' });
    await field.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const secret = await field.inputValue();
    await page.getByRole('button', { name: 'Copy secret' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByRole('button', { name: 'I have saved the secret' }).click();
    return secret;
  };

  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Job cancelled').uncheck();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const first = await takeSecret();
  await page.getByRole('heading', { name: receiver.url }).waitFor();
  await page.getByText('Job completed, Job failed, added').waitFor();
  await page.getByText('1 of 10 endpoints in use.').waitFor();

  // Other events, by the same endpoint.
  await page.getByRole('button', { name: /^Edit / }).click();
  await page.getByLabel('Job failed').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Job completed, added').waitFor();

  // A test, signed with the secret that was shown.
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Status 204').waitFor();
  const [test] = await receiver.take(1);
  expect(new Webhook(first).verify(test?.body ?? '', test?.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  });
  expect(await findBarriers(page)).toEqual([]);

  // The new secret signs too.
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  const second = await takeSecret();
  expect(second).not.toBe(first);
  receiver.answerWith(410);
  await page.getByRole('button', { name: /^Send again: Test/ }).click();
  const [, again] = await receiver.take(2);
  for (const secret of [first, second])
    expect(
      new Webhook(secret).verify(again?.body ?? '', again?.headers as Record<string, string>),
    ).toBeDefined();
  await page.getByText('Status 410: status 410').waitFor();

  // 410 has turned it off; its owner turns it on.
  await page.reload();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();

  // The secret of webhook_url.
  await page.getByRole('button', { name: 'Create the secret' }).click();
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  expect(await takeSecret()).toMatch(/^whsec_/);

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await expectNoHarm(watched);

  // A URL that the service refuses is explained.
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL').fill('https://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByText('10.0.0.1 is not on the public internet.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});
