import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditFaults, licenceFaults } from '../../packaging/supply-chain.ts';

describe('licences', () => {
  it('of all packages are allowed or reviewed', () => {
    expect(licenceFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', 1],
    ['MIT AND GPL-3.0-only', 1],
    [undefined, 1],
    ['(MIT OR GPL-3.0-or-later)', 0],
    ['MIT AND OFL-1.1', 0],
    ['MIT/Apache-2.0', 0],
  ])('%s is a fault %i times', (license, faults) => {
    const packages = {
      '': { license: 'Apache-2.0' },
      'node_modules/a/node_modules/@b/c': { license },
      'node_modules/dev': { license: 'GPL-3.0-only', dev: true },
    };

    const found = licenceFaults({ packages });

    expect(found).toHaveLength(faults);
    for (const fault of found) expect(fault).toContain('@b/c has the licence');
  });
});

describe('a report of known vulnerabilities', () => {
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { tar: { severity, range: '<7.5.0', via: [] } }, metadata: {} });

  it('lists the severe ones', () => {
    expect(auditFaults(report('high'))).toEqual(['tar <7.5.0 has a known vulnerability (high)']);
    expect(auditFaults(report('critical'))).toHaveLength(1);
    expect(auditFaults(report('moderate'))).toEqual([]);
    expect(auditFaults('{"vulnerabilities":{}}')).toEqual([]);
  });

  it.each(['', '{"message":"405 Method Not Allowed","statusCode":405}', '<html>'])(
    'is missing if the registry answers %j',
    (output) => {
      expect(auditFaults(output)).toBeUndefined();
    },
  );
});
