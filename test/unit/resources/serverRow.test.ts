import assert from 'node:assert/strict';
import { toRaw } from '../../../src/base/foreignText';
import { serverKind } from '../../../src/resources/kinds/server';
import { inLanguage } from '../../support/languages/inLanguage';

describe('The row of a server', () => {
  function transferOf(transferStatus: string): string {
    const facts = serverKind.present({ id: 1, name: 'lab', transferStatus }).facts ?? [];
    return String(facts.find(([name]) => name === 'Transfer')?.[1]);
  }

  it('has words for a state that a service returns as a constant', () => {
    assert.equal(transferOf('AVAILABLE'), 'available');
    assert.equal(transferOf('MOVING'), 'moving');
  });

  it('names a transfer in the language of the person', () =>
    inLanguage('de', { 'transfer: {0}': 'Umzug: {0}', pending: 'offen' }, () => {
      const moved = { id: 1, name: 'lab', transferStatus: 'PENDING' };
      const { description } = serverKind.present(moved);
      assert.equal(toRaw(description ?? ''), 'Umzug: offen');
    }));
});
