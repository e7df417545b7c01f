import assert from 'node:assert/strict';
import { describeChanges } from '../../../src/documents/history/describeChanges';
import { describeParts } from '../../../src/documents/history/describeEntry';

describe('Changes as lines', () => {
  it('have a line for each existing side', () => {
    assert.deepEqual(
      describeChanges([
        { path: ['useDns'], before: false, after: true },
        { path: ['limits', 'memory'], before: undefined, after: null },
        { path: ['label'], before: 'a', after: undefined },
      ]),
      ['- "useDns": false', '+ "useDns": true', '+ "limits.memory": null', '- "label": "a"'],
    );
  });

  it('say how much of a long value they leave out', () => {
    const linesOf = (length: number): readonly string[] =>
      describeChanges([{ path: ['x'], before: undefined, after: 'y'.repeat(length) }]);
    assert.deepEqual(linesOf(237), [`+ "x": "${'y'.repeat(237)}"`]);
    assert.deepEqual(linesOf(1_538), [`+ "x": "${'y'.repeat(199)}… (1,340 more characters)`]);
  });

  it('show where long values differ, wherever that is', () => {
    const script = (command: string, rest = 'z'): string =>
      `${'a'.repeat(600)}${command}${rest.repeat(400)}`;
    for (const [before, after] of [
      [script('true'), script('rm -rf /')],
      [script('', ''), script('rm -rf /', '')],
      [script('rm -rf /', ''), 'short'],
    ] as const) {
      const lines = describeChanges([{ path: ['script'], before, after }]);
      assert.equal(lines.length, 2);
      assert.ok(lines[0] !== lines[1]?.replace('+', '-'));
      assert.ok(lines.every((line) => line.length < 280));
    }
    const [, line] = describeChanges([
      { path: ['script'], before: script('true'), after: script('rm -rf /') },
    ]);
    assert.match(line ?? '', /^\+ "script": …a{40}rm -rf \/z{152}… \(810 more characters\)$/);
  });
});

describe('Parts of a save in the history', () => {
  it('are left out if this version has no such part', () => {
    const reference = { account: 'a', kind: 'webApplication', ids: [1, 2] } as const;
    const parts = [{ operation: 'anEarlierOne', outcome: 'done' }] as const;
    const entry = { at: 1, reference, label: '', changes: [], outcome: 'done', parts } as const;
    assert.equal(describeParts(entry), '');
  });
});
