/** The maximum size of the package, in KB: 300 of code, 110 of pictures, 35 of German. */
export const packageLimit = 540;
