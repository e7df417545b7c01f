import assert from 'node:assert/strict';
import { toRaw } from '../../../src/base/foreignText';
import { serverKind } from '../../../src/resources/kinds/server';
import { inLanguage } from '../../support/languages/inLanguage';

describe('The row of a server', () => {
  function descriptionOf(transferStatus: string): string {
    return toRaw(serverKind.present({ id: 1, name: 'lab', transferStatus }).description ?? '');
  }

  it('has words for a state that a service returns as a constant, and none for the usual one', () => {
    assert.equal(descriptionOf('AVAILABLE'), '');
    assert.equal(descriptionOf('MOVING'), 'transfer: moving');
  });

  it('names a transfer in the language of the person', () =>
    inLanguage('de', { 'transfer: {0}': 'Umzug: {0}', pending: 'offen' }, () => {
      assert.equal(descriptionOf('PENDING'), 'Umzug: offen');
    }));
});
