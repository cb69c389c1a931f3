import * as x from '../errors.ts'; export const y = x;
