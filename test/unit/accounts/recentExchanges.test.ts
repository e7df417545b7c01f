import assert from 'node:assert/strict';
import { type AccountExchange, keepRecent } from '../../../src/accounts/recentExchanges';
import { Emitter } from '../../../src/base/emitter';

function exchange(duration: number): AccountExchange {
  const operation = { method: 'GET', path: '/servers' } as const;
  const template = '/api/v3/servers';
  return { account: 'a', operation, version: 'v3', template, outcome: 200, duration };
}

describe('The recent exchanges', () => {
  it('are the last fifty, oldest first', () => {
    const exchanged = new Emitter<AccountExchange>();
    const recent = keepRecent(exchanged.event);
    const durations = (): readonly number[] => recent.map(({ duration }) => duration);
    for (let each = 1; each <= 50; each += 1) exchanged.fire(exchange(each));
    assert.equal(recent.length, 50);
    assert.equal(durations()[0], 1);
    exchanged.fire(exchange(51));
    assert.equal(recent.length, 50);
    assert.deepEqual([durations()[0], durations().at(-1)], [2, 51]);
  });
});
