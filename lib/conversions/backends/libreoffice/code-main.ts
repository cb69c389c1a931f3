import { writeFileSync } from 'node:fs';
import { optimizeLate } from '../../base/late-optimization.ts';
import { packedImage } from './image.ts';
import { makeCode } from './start-office.ts';

// Program that writes the compiled code of an image with a snapshot.
const [folder = '', target = ''] = process.argv.slice(2);
optimizeLate();
writeFileSync(target, await makeCode(packedImage(folder)));
// LibreOffice's threads wait for work.
process.exit(0);
