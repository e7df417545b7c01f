import assert from 'node:assert/strict';
import { leftToSave } from '../../../src/webviews/pendingChanges';

describe('What is left to save of a panel', () => {
  const zone = { id: 'zone', from: null, to: 'Asia' };
  const useDns = { id: 'useDns', from: true, to: false };

  it('is nothing where all was saved', () => {
    assert.deepEqual(leftToSave([zone, useDns], [zone, useDns]), []);
  });

  it('is what was made since, from what was saved', () => {
    assert.deepEqual(leftToSave([{ ...zone, to: 'Asia/Tokyo' }, useDns], [zone]), [
      { id: 'zone', from: 'Asia', to: 'Asia/Tokyo' },
      useDns,
    ]);
  });

  it('is what was taken back since: that is wanted again', () => {
    assert.deepEqual(leftToSave([useDns], [zone]), [
      useDns,
      { id: 'zone', from: 'Asia', to: null },
    ]);
  });

  it('counts a value that was taken out', () => {
    const emptied = { id: 'zone', from: 'Asia', to: null };
    assert.deepEqual(leftToSave([{ ...emptied, to: 'UTC' }], [emptied]), [
      { id: 'zone', from: null, to: 'UTC' },
    ]);
  });
});
