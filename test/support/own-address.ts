import type { Socket } from 'node:net';

// Programs that tests start would call from 127.0.0.1 and share its ten tokens a minute.

let addresses = 0;

/** A loopback address that no other client of this process uses, and rarely one of another process. */
export const newAddress = (): string => {
  addresses += 1;
  return `127.${1 + (process.pid % 250)}.${Math.floor(Math.random() * 256)}.${1 + (addresses % 250)}`;
};

/** Makes calls of this machine from an address. Runs in programs, as text. */
function callFrom(address: string, { prototype }: typeof Socket): void {
  const { connect } = prototype;
  prototype.connect = function own(this: Socket, ...given: unknown[]) {
    const [options] = Array.isArray(given[0]) ? given[0] : given;
    if (options?.host === '127.0.0.1') options.localAddress ??= address;
    return Reflect.apply(connect, this, given);
  };
}

/** The NODE_OPTIONS of a program whose calls have an address of their own. */
export const ownAddressOptions = (): string => {
  const code = `import { Socket } from 'node:net';\n(${callFrom})('${newAddress()}', Socket);`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

/** The content of a .curlrc by which curl's calls have an address of their own. */
export const ownAddressOfCurl = (): string => `interface = "${newAddress()}"\n`;
