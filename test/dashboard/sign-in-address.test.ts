import { describe, expect, it } from 'vitest';
import {
  billingReturn,
  readSignInAnswer,
  redirectAddress,
  sectionOf,
} from '../../dashboard/auth/sign-in-address.ts';

const base = 'https://docforge.example/dashboard/';

describe('the URL after signing in', () => {
  it.each([
    ['a code', '?code=c&state=s&iss=https%3A%2F%2Fissuer.example&session_state=x'],
    ['a refusal', '?error=access_denied&error_description=No&error_uri=u&state=s'],
  ])('contains nothing of %s', (_, query) => {
    expect(readSignInAnswer(`${base}${query}`)).toEqual({ received: `${base}${query}`, cleaned: base });
  });

  it.each(['', '#/keys', '?billing=paid', '?code=c', '?state=s'])('is unchanged if it is %s', (rest) => {
    expect(readSignInAnswer(base + rest)).toBeUndefined();
  });

  it('redirects to the dashboard without query and fragment', () => {
    expect(redirectAddress(`${base}?code=c#/keys`)).toBe(base);
    const ofApi = 'https://api.example.com/v1/dashboard/';
    expect(redirectAddress(`${ofApi}index.html?code=c`)).toBe(ofApi);
  });

  it.each([
    ['#/keys', '#/keys'],
    ['#/plan?billing=paid', '#/plan?billing=paid'],
    ['#/jobs?search=a+%26+b', '#/jobs?search=a+%26+b'],
    ['', '#/home'],
    ['https://elsewhere.example', '#/home'],
    ['#/../x', '#/home'],
    ['//elsewhere.example', '#/home'],
  ])('opens for %j the section %s', (fragment, section) => {
    expect(sectionOf(fragment)).toBe(section);
  });
});

describe('the URL after the payment pages', () => {
  it('opens the plan section', () => {
    expect(billingReturn(`${base}?billing=paid`)).toBe(`${base}#/plan?billing=paid`);
    expect(billingReturn(`${base}#/plan`)).toBeUndefined();
  });
});
