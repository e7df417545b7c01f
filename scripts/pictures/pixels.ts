/** A picture before it is encoded. */
export interface Pixels {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, from the top left: red, green, blue, and full opacity. */
  readonly data: Uint8Array;
}

/** The color of a pixel as one number: 0xRRGGBB. */
export function colorAt({ data }: Pixels, pixel: number): number {
  const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
  return (red << 16) | (green << 8) | blue;
}
