import assert from 'node:assert/strict';
import { describeChanges } from '../../../src/documents/history/describeChanges';
import { describeParts } from '../../../src/documents/history/describeParts';
import { english } from '../../support/actions/actionWorld';

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

  it('are cut after 200 characters', () => {
    const linesOf = (length: number): readonly string[] =>
      describeChanges([{ path: ['x'], before: undefined, after: 'y'.repeat(length) }]);
    assert.deepEqual(linesOf(198), [`+ "x": "${'y'.repeat(198)}"`]);
    assert.deepEqual(linesOf(199), [`+ "x": "${'y'.repeat(199)}…`]);
  });
});

describe('Parts of a save in the history', () => {
  it('are left out if this version has no such part', () => {
    const reference = { account: 'a', kind: 'webApplication', ids: [1, 2] } as const;
    const parts = [{ operation: 'anEarlierOne', outcome: 'done' }] as const;
    const entry = { at: 1, reference, label: '', changes: [], outcome: 'done', parts } as const;
    assert.equal(describeParts(entry, english), '');
  });
});
