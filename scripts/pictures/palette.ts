import { colorAt, type Pixels } from './pixels';

/** A picture of few colors: an index into the palette for each pixel. */
export interface PaletteImage {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Colors as 0xRRGGBB, at most 256. */
  readonly palette: readonly number[];
  readonly indices: Uint8Array;
}

/**
 * Paints a picture with `most` of its colors; every other becomes the nearest of them. Suitable for
 * windows, which have plain areas and few shades of text.
 */
export function toPalette(pixels: Pixels, most: number): PaletteImage {
  const count = pixels.width * pixels.height;
  const uses = new Map<number, number>();
  for (let pixel = 0; pixel < count; pixel++) {
    const color = colorAt(pixels, pixel);
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  const palette = mostMissed(uses, most);
  const nearest = new Map(
    [...uses.keys()].map((color) => [color, nearestIn(palette, color)] as const),
  );
  const indices = new Uint8Array(count);
  for (let pixel = 0; pixel < count; pixel++) {
    indices[pixel] = nearest.get(colorAt(pixels, pixel)) ?? 0;
  }
  return { width: pixels.width, height: pixels.height, palette, indices };
}

/**
 * The colors that would be missed most. A small icon's counts as much as a common shade of text, whose
 * neighbors look nearly the same.
 */
function mostMissed(uses: ReadonlyMap<number, number>, most: number): number[] {
  const palette: number[] = [];
  /** How far each color is from the nearest in the palette. */
  const distances = new Map([...uses.keys()].map((color) => [color, distance(0, 0xff_ff_ff)]));
  while (palette.length < Math.min(most, uses.size)) {
    const loss = (color: number): number => (uses.get(color) ?? 0) * (distances.get(color) ?? 0);
    const next = [...uses.keys()].reduce((one, other) => (loss(other) > loss(one) ? other : one));
    palette.push(next);
    for (const [color, far] of distances) {
      distances.set(color, Math.min(far, distance(color, next)));
    }
  }
  return palette;
}

function nearestIn(palette: readonly number[], color: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const far = distance(candidate, color);
    if (far < least) [nearest, least] = [index, far];
  }
  return nearest;
}

/** How different two colors are: the square of their distance in the cube of colors. */
function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}
