import assert from 'node:assert/strict';
import { Alerts } from '../../../src/findings/alerts';
import type { Evaluation } from '../../../src/findings/evaluate';
import { type Finding, findingKey } from '../../../src/findings/finding';
import { FakeClock } from '../../support/fakeClock';
import { eachTest } from '../../support/eachTest';

function offline(id: number, severity: Finding['severity'] = 'critical'): Finding {
  const target = { account: 'example', kind: 'server', ids: [id] } as const;
  return { rule: 'serverOffline', severity, target, sentence: () => 'Offline.', fixes: [] };
}

/** The evaluation if some servers are offline and others online. */
function state(findings: readonly Finding[], fine: readonly number[] = []): Evaluation {
  return {
    findings,
    fine: () => new Set(fine.map((id) => findingKey('serverOffline', offline(id).target))),
  };
}

describe('Alerts', () => {
  let told: (readonly (number | string | undefined)[])[];
  let alerts: Alerts;

  const clock = eachTest(() => new FakeClock());
  beforeEach(() => {
    told = [];
    alerts = new Alerts(clock, (findings) => {
      told.push(findings.map(({ target }) => ('ids' in target ? target.ids[0] : undefined)));
    });
  });

  it('report once that something fine before is critical now', () => {
    alerts.note(state([], [1]));
    alerts.note(state([offline(1)]));
    alerts.note(state([offline(1)]));
    assert.deepEqual(told, [[1]]);
  });

  it('are silent about problems that were critical from the start, or never known to be fine', () => {
    alerts.note(state([offline(1)], [2]));
    alerts.note(state([offline(1), offline(3)], [2]));
    assert.deepEqual(told, []);
  });

  it('are silent about anything less than critical', () => {
    alerts.note(state([], [1]));
    alerts.note(state([offline(1, 'warning')]));
    assert.deepEqual(told, []);
  });

  it('are combined and shown at most once in ten minutes, without what is fine again', async () => {
    alerts.note(state([], [1, 2, 3, 4]));
    alerts.note(state([offline(1)], [2, 3, 4]));
    alerts.note(state([offline(1), offline(2)], [3, 4]));
    alerts.note(state([offline(1), offline(2), offline(3)], [4]));
    alerts.note(state([offline(1), offline(2), offline(3), offline(4)]));
    alerts.note(state([offline(1), offline(2), offline(4)], [3]));
    await clock.advance(599_000);
    assert.deepEqual(told, [[1]]);
    await clock.advance(1_000);
    assert.deepEqual(told, [[1], [2, 4]]);
  });
});
