/** What this tab knows of its visit, without any token: whether a reload may sign in again by itself. */
export type Visit = 'new' | 'signed-in' | 'signed-out';

const visitKey = 'docforge.visit';
const renewingKey = 'docforge.renewing';

/** How this tab's visit stands. */
export const readVisit = (): Visit => {
  const value = sessionStorage.getItem(visitKey);
  return value === 'signed-in' || value === 'signed-out' ? value : 'new';
};

/** Remembers how the visit stands. A visit that begins or ends has no renewal under way. */
export const setVisit = (visit: Visit): void => {
  sessionStorage.setItem(visitKey, visit);
  sessionStorage.removeItem(renewingKey);
};

/**
 * Whether the page may send the browser to sign in by itself. It may once until a session has been opened: a token that is refused
 * at once would go round for ever.
 */
export const mayRenew = (): boolean => {
  const isUnderWay = sessionStorage.getItem(renewingKey) !== null;
  sessionStorage.setItem(renewingKey, 'yes');
  return !isUnderWay;
};
