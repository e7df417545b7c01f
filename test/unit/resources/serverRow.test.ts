import assert from 'node:assert/strict';
import { english } from '../../support/actions/actionWorld';
import { serverKind } from '../../../src/resources/kinds/server';

describe('The row of a server', () => {
  function transferOf(transferStatus: string): string {
    const facts = serverKind.present({ id: 1, name: 'lab', transferStatus }, english).facts ?? [];
    return String(facts.find(([name]) => name === 'Transfer')?.[1]);
  }

  it('has a word for a state that a service sends as a constant', () => {
    assert.equal(transferOf('AVAILABLE'), 'available');
    assert.equal(transferOf('MOVING'), 'MOVING');
  });
});
