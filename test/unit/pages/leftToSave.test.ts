import assert from 'node:assert/strict';
import { remainingChanges } from '../../../src/pages/unsavedChanges';

describe('The unsaved changes of a restored panel', () => {
  const zone = { id: 'zone', from: null, to: 'Asia' };
  const useDns = { id: 'useDns', from: true, to: false };

  it('are empty if everything was saved', () => {
    assert.deepEqual(remainingChanges([zone, useDns], [zone, useDns]), []);
  });

  it('are those made since, based on the saved values', () => {
    assert.deepEqual(remainingChanges([{ ...zone, to: 'Asia/Tokyo' }, useDns], [zone]), [
      { id: 'zone', from: 'Asia', to: 'Asia/Tokyo' },
      useDns,
    ]);
  });

  it('include those undone since, which must be restored', () => {
    assert.deepEqual(remainingChanges([useDns], [zone]), [
      useDns,
      { id: 'zone', from: 'Asia', to: null },
    ]);
  });

  it('include a value that was cleared', () => {
    const emptied = { id: 'zone', from: 'Asia', to: null };
    assert.deepEqual(remainingChanges([{ ...emptied, to: 'UTC' }], [emptied]), [
      { id: 'zone', from: null, to: 'UTC' },
    ]);
  });
});
