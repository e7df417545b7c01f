import assert from 'node:assert/strict';
import type { Change } from '../../../src/resources/documents/patch';
import { findObstacle, type Obstacle } from '../../../src/resources/documents/revertible';
import type { KindId } from '../../../src/resources/kinds/kind';
import type { JsonValue } from '../../../src/shared/json';

function change(path: string, before: JsonValue | undefined, after: JsonValue | undefined): Change {
  return { path: path.split('.'), before, after };
}

const cases: readonly {
  readonly what: string;
  readonly kind: KindId;
  readonly changes: readonly Change[];
  readonly obstacle: Obstacle | undefined;
}[] = [
  {
    what: 'a switch that was known before',
    kind: 'sshSettings',
    changes: [change('useDns', true, false)],
    obstacle: undefined,
  },
  {
    what: 'a switch within a group',
    kind: 'cacheConfiguration',
    changes: [change('cacheSettings.cdn_settings.enable', false, true)],
    obstacle: undefined,
  },
  {
    what: 'a field that no read tells',
    kind: 'hubCache',
    changes: [change('redisObjectCache', undefined, true)],
    obstacle: 'unknown',
  },
  {
    what: 'one of two that no read tells',
    kind: 'hubCache',
    changes: [change('redisObjectCache', undefined, true), change('cacheValidMinute', 1, 2)],
    obstacle: 'unknown',
  },
  {
    what: 'a field that only a command changes',
    kind: 'cronJob',
    changes: [change('enabled', 1, 0)],
    obstacle: 'readOnly',
  },
  {
    what: 'a kind that no document writes',
    kind: 'systemUser',
    changes: [change('username', 'a', 'b')],
    obstacle: 'readOnly',
  },
  {
    what: 'what was created',
    kind: 'cronJob',
    changes: [change('label', undefined, 'a'), change('command', undefined, 'b')],
    obstacle: 'created',
  },
  {
    what: 'what was deleted',
    kind: 'cronJob',
    changes: [change('label', 'a', undefined), change('command', 'b', undefined)],
    obstacle: 'deleted',
  },
  { what: 'what changed no field', kind: 'cronJob', changes: [], obstacle: 'nothing' },
];

describe('Taking a change back', () => {
  for (const { what, kind, changes, obstacle } of cases) {
    it(`${obstacle ? `is not offered (${obstacle})` : 'is offered'} for ${what}`, () => {
      const reference = { account: 'example', kind, ids: [1] };
      const logged = { at: 1, reference, label: '', changes, outcome: 'done' } as const;
      assert.equal(findObstacle(logged), obstacle);
    });
  }
});
