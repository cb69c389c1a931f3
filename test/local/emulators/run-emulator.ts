import { createAccess } from '../../../local/access/access.ts';
import { startDynamoDb } from '../../../local/emulators/dynamodb.ts';
import { startS3 } from '../../../local/emulators/s3.ts';
import { startSqs } from '../../../local/emulators/sqs.ts';

// Runs an emulator in a process that a test can kill: node run-emulator.ts <service> <directory>
const [service, directory = ''] = process.argv.slice(2);
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };
const starters: Record<string, () => Promise<{ endpoint: string }>> = {
  dynamodb: () => startDynamoDb({ directory }),
  s3: () => startS3({ directory, access: createAccess(credentials) }),
  sqs: () => startSqs({ directory }),
};
const { endpoint } = (await starters[service ?? '']?.()) ?? { endpoint: '' };
process.stdout.write(`${endpoint}\n`);
setInterval(() => undefined, 1000);
