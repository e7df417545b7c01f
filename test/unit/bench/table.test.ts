import assert from 'node:assert/strict';
import type { Figure } from '../../bench/figure';
import { toTable } from '../../bench/table';

const figure: Figure = {
  name: 'activation',
  unit: 'ms',
  floor: 'an empty extension',
  runs: [
    { ours: 6, floor: 5 },
    { ours: 9, floor: 6 },
    { ours: 13, floor: 10 },
  ],
  target: 1.5,
};

describe('The table of the bench', () => {
  it('shows medians with their spread, the target and the floor', () => {
    const [, row = ''] = toTable([figure]).split('\n');
    assert.deepEqual(row.split(/ {2,}/), [
      'activation',
      '9 (6..13) ms',
      '6 (5..10) ms',
      '1.30 (1.20..1.50) x',
      '1.5 x',
      'met',
      'an empty extension',
    ]);
  });

  it('shows no spread if every run was the same, and no verdict without a target', () => {
    const { name, unit, floor } = figure;
    const size: Figure = { name, unit, floor, runs: [{ ours: 120, floor: 400 }] };
    const [, row = ''] = toTable([size]).split('\n');
    assert.deepEqual(row.split(/ {2,}/), [
      'activation',
      '120 ms',
      '400 ms',
      '0.30 x',
      'an empty extension',
    ]);
  });

  it('aligns its columns', () => {
    const lines = toTable([figure, { ...figure, name: 'a much longer name' }]).split('\n');
    const starts = lines.slice(1).map((line) => line.indexOf('1.5 x'));
    assert.equal(new Set(starts).size, 1);
  });
});
