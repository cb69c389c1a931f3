import { expect, it } from 'vitest';
import { identityHash } from '../../../lib/accounts/identity.ts';

it('depends on issuer and subject only', () => {
  const somebody = { issuer: 'https://a.example', subject: 'x' };
  const others = [
    { issuer: 'https://b.example', subject: 'x' },
    { issuer: 'https://a.example', subject: 'y' },
    { issuer: 'https://a.example/', subject: 'x' },
    { issuer: 'https://a.examplex', subject: '' },
  ];

  expect(others.map(identityHash)).not.toContain(identityHash(somebody));
  expect(identityHash({ ...somebody, ...{ email: 'other@example.test' } })).toBe(identityHash(somebody));
});
