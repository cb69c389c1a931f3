import { readFile, writeFile } from 'node:fs/promises';
import { isFormat } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';

// One conversion in a process of its own: prints its milliseconds and the most memory the process had.
const [path = '', from = '', to = '', output = ''] = process.argv.slice(2);
if (!isFormat(from) || !isFormat(to)) throw new Error(`${from} or ${to} is no format`);
const input = await readFile(path);
const startedAt = performance.now();
const { bytes } = await convert(input, { from, to });
const milliseconds = performance.now() - startedAt;
await writeFile(output, bytes);
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
