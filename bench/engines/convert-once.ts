import { readFile, writeFile } from 'node:fs/promises';
import { isFormat } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';

// Runs one conversion. Prints its milliseconds and the peak memory of the process.
const [path = '', from = '', to = '', output = ''] = process.argv.slice(2);
if (!isFormat(from) || !isFormat(to)) throw new Error(`${from} or ${to} is not a format`);
const input = await readFile(path);
const startedAt = performance.now();
const { bytes } = await convert(input, { from, to });
const milliseconds = performance.now() - startedAt;
await writeFile(output, bytes);
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
