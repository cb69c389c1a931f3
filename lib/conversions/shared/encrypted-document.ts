import { ConversionError } from '../errors.ts';

/** The error of a document whose key needs more iterations than a limit. */
export const tooManyIterations = (limit: number): ConversionError =>
  new ConversionError(
    'too_complex',
    `The encryption of the document needs more than ${limit} iterations, which is the limit. Save it without a password.`,
  );

/** The error of an encrypted document. `passwordGiven` is whether the request contains a password. */
export const encryptedDocument = (passwordGiven: boolean, name = 'document'): ConversionError => {
  const message = passwordGiven
    ? `The password does not open the ${name}. Correct the "password" option.`
    : `The ${name} is encrypted. Pass its password in the "password" option.`;
  return new ConversionError('encrypted_document', message);
};
