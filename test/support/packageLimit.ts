/** The maximum size of the package, in KB. */
export const packageLimit = 700;
