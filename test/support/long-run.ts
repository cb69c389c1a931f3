import { it } from 'vitest';

/** Whether everything runs: `npm run test:all` sets `DOCFORGE_LONG=1`. */
export const isLong = process.env.DOCFORGE_LONG === '1';

/** The number of runs of a property, or of documents of a test: few in `npm test`. */
export const runsOf = (short: number, long: number): number => (isLong ? long : short);

const nothing = () => undefined;

/** A test that only the long run has. A file of such tests ends in `.long.test.ts`. */
export const itLong = (isLong ? it : Object.assign(nothing, { each: () => nothing })) as typeof it;
