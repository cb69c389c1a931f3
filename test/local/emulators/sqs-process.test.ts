import { describe, expect, it } from 'vitest';
import { startSqs } from '../../../local/emulators/sqs.ts';
import { itLong } from '../../support/long-run.ts';
import { startEmulatorProcess, temporaryDirectory } from './emulator-process.ts';
import { connect, summary } from './sqs-client.ts';

describe('the process', () => {
  it('keeps its queues and messages after a restart on another port', async () => {
    const directory = await temporaryDirectory();
    const first = await startSqs({ directory });
    const before = connect(first.endpoint);
    const url = await before.createQueue('kept', { VisibilityTimeout: '300' });
    for (const body of ['a', 'b', 'c']) await before.send(url, body);
    const [inFlight] = await before.receive(url, { MaxNumberOfMessages: 1 });
    await first.close();

    const second = await startSqs({ directory });
    const after = connect(second.endpoint);
    const newUrl = await after.urlOf('kept');
    const waiting = await after.receive(newUrl);
    await after.changeVisibility(newUrl, inFlight, 0);
    const returned = await after.receive(newUrl);

    expect(newUrl).toBe(`${second.endpoint}/000000000000/kept`);
    expect([summary(waiting), summary(returned)]).toEqual([
      [
        ['b', 1],
        ['c', 1],
      ],
      [['a', 2]],
    ]);
    for (const each of [before, after]) each.client.destroy();
    await second.close();
  });

  it('keeps changes to a queue after a restart', async () => {
    const directory = await temporaryDirectory();
    const receiveAll: string[][] = [];
    for (const body of ['first', 'second', 'third']) {
      const server = await startSqs({ directory });
      const sqs = connect(server.endpoint);
      const url = await sqs.createQueue('kept', { VisibilityTimeout: '0' });
      const messages = await sqs.receive(url);
      receiveAll.push(messages.map(({ Body }) => Body ?? ''));
      for (const message of messages) await sqs.remove(url, message);
      await sqs.send(url, body);
      sqs.client.destroy();
      await server.close();
    }

    expect(receiveAll).toEqual([[], ['first'], ['second']]);
  });

  itLong('loses no acknowledged message when it is killed, and prints nothing', async () => {
    const directory = await temporaryDirectory();
    const process = await startEmulatorProcess('sqs', directory);
    const before = connect(process.endpoint);
    const deadUrl = await before.createQueue('dead');
    const redrive = JSON.stringify({ deadLetterTargetArn: await before.arnOf(deadUrl), maxReceiveCount: 1 });
    const url = await before.createQueue('killed', { VisibilityTimeout: '0', RedrivePolicy: redrive });
    await before.send(url, 'taken');
    await before.send(url, 'removed');
    const messages = await before.receive(url);
    await before.remove(
      url,
      messages.find(({ Body }) => Body === 'removed'),
    );
    await before.send(url, 'waiting');
    await process.kill();

    const server = await startSqs({ directory });
    const after = connect(server.endpoint);
    const alive = await after.receive(await after.urlOf('killed'));
    const dead = await after.receive(await after.urlOf('dead'));

    expect([summary(alive), dead.map(({ Body }) => Body), process.printed()]).toEqual([
      [['waiting', 1]],
      ['taken'],
      '',
    ]);
    for (const each of [before, after]) each.client.destroy();
    await server.close();
  });

  it('closes during a long poll', async () => {
    const server = await startSqs({ directory: await temporaryDirectory() });
    const sqs = connect(server.endpoint);
    const url = await sqs.createQueue('polled');
    const poll = sqs.receive(url, { WaitTimeSeconds: 20 }).catch(() => []);
    await sqs.receive(url);

    await server.close();

    expect(await poll).toEqual([]);
    sqs.client.destroy();
  });
});
