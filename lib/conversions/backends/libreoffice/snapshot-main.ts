import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { adaptModule } from './adapt-module.ts';
import { officeImage } from './image.ts';
import { packSnapshot } from './snapshot.ts';
import { makeSnapshot } from './start-office.ts';

// Program that writes the snapshot of the installed package. LibreOffice cannot be unloaded, so it runs in a process of its own.
const [target = ''] = process.argv.slice(2);
const image = officeImage(tmpdir());
const readModule = (): Uint8Array => adaptModule(image.readModule(), { withoutData: false });
writeFileSync(target, packSnapshot(await makeSnapshot({ ...image, readModule })));
// LibreOffice's threads wait for work.
process.exit(0);
