/** The version of every package, which that of the project's package.json equals. */
export const version = '0.1.0';
