/** The tag in which GuardDuty stores what its malware scan found in an object. */
export const scanTag = 'GuardDutyMalwareScanStatus';

/** The value of the tag of an object without threats. */
export const cleanTag = 'NO_THREATS_FOUND';

/** What a malware scan found in a file. `unsupported`: it is encrypted, or nested too deeply. */
export type ScanResult = 'clean' | 'infected' | 'unsupported' | 'failed' | 'pending';

/** Returns the result that a value of the tag means; undefined is that of an object that has not been scanned yet. */
export const scanResultOf = (tag: string | undefined): ScanResult => {
  if (tag === undefined) return 'pending';
  if (tag === cleanTag) return 'clean';
  if (tag === 'THREATS_FOUND') return 'infected';
  return tag === 'UNSUPPORTED' ? 'unsupported' : 'failed';
};
