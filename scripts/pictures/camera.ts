import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { toPalette } from './palette';
import type { Pixels } from './pixels';
import { toPng } from './png';
import { root } from '../../test/harness/system/paths';

/** A part of the window, in pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Enough for a window with icons; more would only make files larger. */
const colors = 48;

/** Saves a picture of the window, or a part of it, to `file` (relative to the repository). */
export async function takePicture(page: Page, file: string, clip?: Part): Promise<void> {
  const taken = await page.screenshot({ animations: 'disabled', ...(clip ? { clip } : {}) });
  await save(file, toPng(toPalette(await decode(page, taken), colors)));
}

/** Takes the frames of a moving picture of the window, one after the other, and saves it at the end. */
export class MovingPicture {
  readonly #page: Page;
  readonly #frames: Pixels[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async take(): Promise<void> {
    const taken = await this.#page.screenshot({ animations: 'disabled' });
    this.#frames.push(await decode(this.#page, taken));
  }

  async save(file: string): Promise<void> {
    const frames = this.#frames;
    const [first] = frames;
    if (!first) throw new Error('A moving picture needs frames.');
    const { width, height } = first;
    const data = Buffer.concat(frames.map((frame) => frame.data));
    const stacked = { width, height: height * frames.length, data };
    await save(file, toPng(toPalette(stacked, colors), frames.length));
  }
}

async function save(file: string, picture: Buffer): Promise<void> {
  const target = path.join(root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, picture);
  console.log(`${file} (${Math.ceil(picture.length / 1024)} KB)`);
}

/** Decodes a picture in the browser that took it, on an empty page, because the window's own page forbids it. */
async function decode(page: Page, picture: Buffer): Promise<Pixels> {
  const blank = await page.context().newPage();
  const source = `data:image/png;base64,${picture.toString('base64')}`;
  const { width, height, data } = await blank.evaluate(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { width: image.width, height: image.height, data: btoa(text) };
  }, source);
  await blank.close();
  return { width, height, data: Buffer.from(data, 'base64') };
}
