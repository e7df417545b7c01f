import { crc32, deflateSync } from 'node:zlib';
import type { PaletteImage } from './palette';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** How often a moving picture plays before it stays at its last frame, and how long a frame is shown. */
const motion = { plays: 3, seconds: 3 };

/**
 * Writes a picture as PNG with a palette (color type 3 of the format), one byte a pixel; or a moving one
 * (APNG), whose `frames` of the same height are below each other.
 */
export function toPng(
  { width, height: total, palette, indices }: PaletteImage,
  frames = 1,
): Buffer {
  const height = total / frames;
  const colors = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]);
  const bodies = Array.from({ length: frames }, (_, frame) => {
    const first = frame * width * height;
    const rows = toRows(indices.subarray(first, first + width * height), width, height);
    return deflateSync(rows, { level: 9, memLevel: 9 });
  });
  const [still = Buffer.alloc(0), ...others] = bodies;
  const isMoving = others.length > 0;
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', Buffer.from(colors)),
    ...(isMoving ? [chunk('acTL', numbers(frames, motion.plays)), control(0, width, height)] : []),
    chunk('IDAT', still),
    ...others.flatMap((body, index) => [
      control(2 * index + 1, width, height),
      chunk('fdAT', Buffer.concat([numbers(2 * index + 2), body])),
    ]),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Says that the next frame fills the picture, and how long it's shown. */
function control(order: number, width: number, height: number): Buffer {
  const delay = Buffer.from([0, motion.seconds, 0, 1]);
  const replacing = Buffer.from([0, 0]);
  return chunk('fcTL', Buffer.concat([numbers(order, width, height, 0, 0), delay, replacing]));
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

/** Every row starts with its filter type: none, which works best with a palette. */
function toRows(indices: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return rows;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const part = Buffer.alloc(body.length + 8);
  part.writeUInt32BE(content.length, 0);
  part.set(body, 4);
  part.writeUInt32BE(crc32(body), body.length + 4);
  return part;
}
