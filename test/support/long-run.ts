/** Whether everything runs: `npm run test:all` sets `DOCFORGE_LONG=1`. */
export const isLong = process.env.DOCFORGE_LONG === '1';

/** The number of runs of a property, or of documents of a test: few in `npm test`. */
export const runsOf = (short: number, long: number): number => (isLong ? long : short);
