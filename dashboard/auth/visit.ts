/** The state of this tab's visit. It has no token, only whether a reload may sign in automatically. */
type Visit = 'new' | 'signed-in' | 'signed-out';

const visitKey = 'docforge.visit';
const renewingKey = 'docforge.renewing';

/** Returns the state of the visit. */
export const readVisit = (): Visit => {
  const value = sessionStorage.getItem(visitKey);
  return value === 'signed-in' || value === 'signed-out' ? value : 'new';
};

/** Stores the state of the visit and clears a pending renewal. */
export const setVisit = (visit: Visit): void => {
  sessionStorage.setItem(visitKey, visit);
  sessionStorage.removeItem(renewingKey);
};

/**
 * Returns whether the page may start a sign-in automatically. It may do so once until a session is open; otherwise a rejected
 * token would cause an endless redirect loop.
 */
export const mayRenew = (): boolean => {
  const isUnderWay = sessionStorage.getItem(renewingKey) !== null;
  sessionStorage.setItem(renewingKey, 'yes');
  return !isUnderWay;
};
