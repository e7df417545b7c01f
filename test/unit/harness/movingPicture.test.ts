import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { toPng } from '../../../scripts/pictures/png';

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, body: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

describe('A moving picture', () => {
  // Two frames of two by one pixels, below each other.
  const image = { width: 2, height: 2, palette: [0xff_00_00, 0x00_ff_00] };
  const moving = chunksOf(toPng({ ...image, indices: Uint8Array.of(0, 1, 1, 0) }, 2));

  it('has its frames in order, each with how long it is shown', () => {
    assert.deepEqual(
      moving.map(({ type }) => type),
      ['IHDR', 'PLTE', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
    );
    const numbered = moving.filter(({ type }) => /^f[cd]/.test(type));
    assert.deepEqual(
      numbered.map(({ body }) => body.readUInt32BE(0)),
      [0, 1, 2],
    );
    for (const { body } of moving.filter(({ type }) => type === 'fcTL')) {
      assert.deepEqual([body.length, body.readUInt32BE(4), body.readUInt32BE(8)], [26, 2, 1]);
      assert.ok(body.readUInt16BE(20) > 0, 'the frame would be skipped');
    }
  });

  it('has the pixels of each frame, and ends', () => {
    const [still, next] = moving.filter(({ type }) => /^(IDAT|fdAT)$/.test(type));
    assert.ok(still && next);
    assert.deepEqual([...inflateSync(still.body)], [0, 0, 1]);
    assert.deepEqual([...inflateSync(next.body.subarray(4))], [0, 1, 0]);
    const plays = moving.find(({ type }) => type === 'acTL')?.body.readUInt32BE(4) ?? 0;
    assert.ok(plays > 0, 'it would never stop');
  });

  it('is a plain one with a single frame', () => {
    const types = chunksOf(toPng({ ...image, indices: Uint8Array.of(0, 1, 1, 0) })).map(
      ({ type }) => type,
    );
    assert.deepEqual(types, ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  });
});
