/** The maximum size of the package, in KB: 310 of code, 35 of German. */
export const packageLimit = 400;
