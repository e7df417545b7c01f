import assert from 'node:assert/strict';
import { apply, type Change, type JsonValue } from '../../../src/base/json';
import { findObstacle, type Obstacle } from '../../../src/documents/history/changeLog';
import { planSave } from '../../../src/documents/plan/savePlan';
import { findKind, type KindId } from '../../../src/resources/kinds/kinds';

function change(path: string, before: JsonValue | undefined, after: JsonValue | undefined): Change {
  return { path: path.split('.'), before, after };
}

const becameDynamic = [
  change('settings.processManager', 'ondemand', 'dynamic'),
  change('settings.processManagerStartServers', undefined, 2),
  change('settings.processManagerMinSpareServers', undefined, 1),
  change('settings.processManagerMaxSpareServers', undefined, 3),
];

const cases: readonly {
  readonly what: string;
  readonly kind: KindId;
  readonly account?: string;
  readonly changes: readonly Change[];
  readonly obstacle: Obstacle | undefined;
}[] = [
  {
    what: 'a flag with a known previous value',
    kind: 'sshSettings',
    changes: [change('useDns', true, false)],
    obstacle: undefined,
  },
  {
    what: 'a flag within a group',
    kind: 'cacheConfiguration',
    changes: [change('cacheSettings.cdn_settings.enable', false, true)],
    obstacle: undefined,
  },
  {
    what: 'a field that no read returns',
    kind: 'hubCache',
    changes: [change('redisObjectCache', undefined, true)],
    obstacle: 'unknown',
  },
  {
    what: 'one of two fields that no read returns',
    kind: 'hubCache',
    changes: [change('redisObjectCache', undefined, true), change('cacheValidMinute', 1, 2)],
    obstacle: 'unknown',
  },
  {
    what: 'a set-up with a field that no read returns',
    kind: 'hubCache',
    changes: [
      change('redisObjectCache', undefined, true),
      change('cacheValidMinute', undefined, 2),
    ],
    obstacle: 'created',
  },
  {
    what: 'fields, one of which was removed',
    kind: 'sshSettings',
    changes: [change('useDns', true, false), change('preventRootLogin', true, undefined)],
    obstacle: undefined,
  },
  {
    what: 'the process manager with the fields that only apply to it',
    kind: 'webApplication',
    changes: becameDynamic,
    obstacle: undefined,
  },
  {
    what: 'a field that a read lacked and that the process manager still needs',
    kind: 'webApplication',
    changes: [
      change('settings.processManagerStartServers', undefined, 2),
      change('settings.memoryLimit', 256, 512),
    ],
    obstacle: 'unknown',
  },
  {
    what: 'a field that a read lacked, together with the process manager',
    kind: 'webApplication',
    changes: [...becameDynamic, change('wordpress.wpDebug', undefined, true)],
    obstacle: 'unknown',
  },
  {
    what: 'a field that only a command changes',
    kind: 'cronJob',
    changes: [change('enabled', 1, 0)],
    obstacle: 'readOnly',
  },
  {
    what: 'such a field, together with one that its document writes',
    kind: 'cronJob',
    changes: [change('label', 'a', 'b'), change('enabled', 1, 0)],
    obstacle: 'readOnly',
  },
  {
    what: 'a kind that no document writes',
    kind: 'systemUser',
    changes: [change('username', 'a', 'b')],
    obstacle: 'readOnly',
  },
  {
    what: 'a creation',
    kind: 'cronJob',
    changes: [change('label', undefined, 'a'), change('command', undefined, 'b')],
    obstacle: 'created',
  },
  {
    what: 'a deletion',
    kind: 'cronJob',
    changes: [change('label', 'a', undefined), change('command', 'b', undefined)],
    obstacle: 'deleted',
  },
  { what: 'an action that changed no field', kind: 'cronJob', changes: [], obstacle: 'nothing' },
  {
    what: 'a flag in a removed account',
    kind: 'sshSettings',
    account: 'removed',
    changes: [change('useDns', true, false)],
    obstacle: 'accountRemoved',
  },
  {
    what: 'a creation in a removed account',
    kind: 'cronJob',
    account: 'removed',
    changes: [change('label', undefined, 'a')],
    obstacle: 'accountRemoved',
  },
];

describe('Undoing a change', () => {
  for (const { what, kind, account = 'example', changes, obstacle } of cases) {
    it(`${obstacle ? `is not offered (${obstacle})` : 'is offered'} for ${what}`, () => {
      const reference = { account, kind, ids: [1] };
      const logged = { at: 1, reference, label: '', changes, outcome: 'done' } as const;
      assert.equal(findObstacle(logged, new Set(['example', 'other'])), obstacle);
    });
  }

  it("restores only the process manager, without fields that don't apply to it", () => {
    const back = becameDynamic.map(({ path, before, after }) => ({
      path,
      before: after,
      after: before,
    }));
    const base = apply({}, becameDynamic);
    const { writes } = planSave(findKind('webApplication'), {
      base,
      mine: apply(base, back),
      theirs: { id: 1, settings: { ...(base['settings'] as object), memoryLimit: 256 } },
    });
    assert.deepEqual(
      writes.map(({ body }) => body),
      [{ processManager: 'ondemand' }],
    );
  });
});
