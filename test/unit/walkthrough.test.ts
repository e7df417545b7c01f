import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { walkthroughSteps } from '../support/walkthroughSteps';

/** The most that a picture may take in the package, in bytes. */
const limit = 1_600;

describe('The pictures of the walkthrough', () => {
  const steps = walkthroughSteps();

  it('are all used', () => {
    const files = readdirSync('media/walkthrough').map((name) => `media/walkthrough/${name}`);
    assert.deepEqual(files.toSorted(), steps.map(({ file }) => file).toSorted());
  });

  for (const { file, picture } of steps) {
    it(`have only colors of the theme: ${file}`, () => {
      const colors = [...picture.matchAll(/\b(?:fill|stroke|color)="([^"]*)"/g)].map(
        ([, color = '']) => color,
      );
      assert.ok(colors.length > 10);
      assert.deepEqual(
        colors.filter(
          (color) => !/^(none|var\(--vscode-[\w-]+(, var\(--vscode-[\w-]+\))?\))$/.test(color),
        ),
        [],
      );
    });

    it(`have no styles, which VS Code blocks, and nothing that runs or loads: ${file}`, () => {
      assert.doesNotMatch(picture, /<(style|script|image|foreignObject|a)\b|\s(style|on\w+)=/);
      assert.doesNotMatch(picture, /href="(?!#)|url\(/);
    });

    it(`are hidden from screen readers, because their words aren't translated: ${file}`, () => {
      assert.match(picture, /^<svg [^>]*\baria-hidden="true"/);
    });

    it(`take at most ${limit} bytes: ${file}`, () => {
      const { length } = deflateRawSync(picture);
      assert.ok(length <= limit, `${length} bytes`);
    });
  }
});
