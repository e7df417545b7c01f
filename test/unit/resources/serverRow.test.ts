import assert from 'node:assert/strict';
import { english, inEnglish } from '../../support/actions/actionWorld';
import { toRaw } from '../../../src/base/foreignText';
import type { Translate } from '../../../src/base/translate';
import { serverKind } from '../../../src/resources/kinds/server';

describe('The row of a server', () => {
  function transferOf(transferStatus: string): string {
    const facts = serverKind.present({ id: 1, name: 'lab', transferStatus }, inEnglish).facts ?? [];
    return String(facts.find(([name]) => name === 'Transfer')?.[1]);
  }

  it('has words for a state that a service returns as a constant', () => {
    assert.equal(transferOf('AVAILABLE'), 'available');
    assert.equal(transferOf('MOVING'), 'moving');
  });

  it('names a transfer in the language of the person', () => {
    const shout: Translate = (text, ...values) => english(text.toUpperCase(), ...values);
    const moved = { id: 1, name: 'lab', transferStatus: 'PENDING' };
    const { description } = serverKind.present(moved, { ...inEnglish, t: shout });
    assert.equal(toRaw(description ?? ''), 'TRANSFER: PENDING');
  });
});
