import assert from 'node:assert/strict';
import { toRaw } from '../../../src/base/foreignText';
import { serverKind } from '../../../src/resources/kinds/server';
import { inLanguage } from '../../support/languages/inLanguage';

describe('The row of a server', () => {
  function problemOf(transferStatus: string): string {
    return toRaw(serverKind.present({ id: 1, name: 'lab', transferStatus }).problem ?? '');
  }

  it('has words for a state that a service returns as a constant, and none for the usual one', () => {
    assert.equal(problemOf('AVAILABLE'), '');
    assert.equal(problemOf('MOVING'), 'transfer: moving');
  });

  it('names a transfer in the language of the person', () =>
    inLanguage('de', { 'transfer: {0}': 'Umzug: {0}', pending: 'offen' }, () => {
      assert.equal(problemOf('PENDING'), 'Umzug: offen');
    }));
});
