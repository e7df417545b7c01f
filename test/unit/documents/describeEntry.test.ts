import assert from 'node:assert/strict';
import type { LoggedChange } from '../../../src/documents/history/changeLog';
import { describeEntry } from '../../../src/documents/history/describeEntry';
import { nameOfNew } from '../../../src/resources/names/resourceNames';

const entry: LoggedChange = {
  at: 1,
  reference: { account: 'a', kind: 'cronJob', ids: [1, 101] },
  label: 'shop-frankfurt › Nightly backup',
  name: 'Nightly backup',
  changes: [{ path: ['hour'], before: '2', after: '*/6' }],
  outcome: 'done',
};

function shown(more: Partial<LoggedChange>): string {
  return describeEntry({ ...entry, ...more });
}

describe('An entry of the history', () => {
  it('names the resource and the change', () => {
    assert.equal(shown({}), 'Nightly backup: hour 2 → */6');
    const { name: _name, ...earlier } = entry;
    assert.equal(describeEntry(earlier), 'Nightly backup: hour 2 → */6');
    const ssh = { ...entry.reference, kind: 'sshSettings', ids: [1] } as const;
    const useDns = { path: ['useDns'], before: false, after: true };
    assert.equal(
      shown({ reference: ssh, name: '', changes: [useDns] }),
      'SSH Settings: useDns false → true',
    );
  });

  it('is short if many fields or long values changed', () => {
    const changes = ['a', 'b', 'c', 'd', 'e'].map((name) => {
      return { path: [name], before: 1, after: 'x'.repeat(100) };
    });
    const text = shown({ changes });
    assert.match(text, /^Nightly backup: a 1 → x{40}…, b .*, c .*, 2 more$/);
  });

  it("doesn't show the same text twice if long values differ only beyond their start", () => {
    const script = 'git merge origin/main && composer install --no-dev';
    const changes = [{ path: ['command'], before: script, after: `${script} && npm ci` }];
    assert.equal(shown({ changes }), 'Nightly backup: command changed');
  });

  it('says which fields were added, removed and emptied', () => {
    const changes = [
      { path: ['hour'], before: undefined, after: 3 },
      { path: ['minute'], before: '30', after: undefined },
      { path: ['command'], before: 'backup', after: '' },
      { path: ['enabled'], before: null, after: 'x'.repeat(40) },
    ];
    assert.equal(
      shown({ changes: changes.slice(0, 3) }),
      'Nightly backup: hour → 3, minute removed, command backup → ""',
    );
    assert.equal(
      shown({ changes: changes.slice(3) }),
      `Nightly backup: enabled null → ${'x'.repeat(40)}`,
    );
  });

  it('of an earlier version counts as a creation if every field is new and no command made it', () => {
    const label = { path: ['label'], before: undefined, after: 'Nightly backup' };
    assert.equal(shown({ changes: [label] }), 'Created cron job Nightly backup');
    assert.equal(shown({ changes: [label], isCommand: true }), 'shop-frankfurt › Nightly backup');
    assert.doesNotMatch(shown({ changes: [] }), /Created/);
  });

  it('says what a command did', () => {
    const rule = { account: 'a', kind: 'firewallRule', ids: [1, 7] } as const;
    const name = nameOfNew('firewallRule', { type: 'rich', port: 8080, protocol: 'tcp' });
    const created = { reference: rule, name, verb: 'created', isCommand: true } as const;
    assert.equal(shown(created), 'Created firewall rule TCP 8080');
    assert.equal(shown({ ...created, verb: 'deleted' }), 'Deleted firewall rule TCP 8080');
    assert.equal(shown({ name: 'Tidy up', verb: 'disabled' }), 'Disabled "Tidy up"');
    const restarted = { isCommand: true, label: '"NGINX" restarted', changes: [] };
    assert.equal(shown(restarted), '"NGINX" restarted');
    const [hour] = entry.changes;
    assert.ok(hour);
    assert.equal(shown({ isCommand: true }), 'Nightly backup: hour 2 → */6');
    for (const unclear of [
      { path: ['minute'], before: undefined, after: '5' },
      { path: ['minute'], before: '5', after: undefined },
    ]) {
      assert.equal(shown({ isCommand: true, changes: [hour, unclear] }), entry.label);
    }
    const { name: _name, ...nameless } = entry;
    const deleted = { ...nameless, isCommand: true, verb: 'deleted' } as const;
    assert.equal(describeEntry(deleted), 'Deleted cron job');
    const renamed = [{ path: ['name'], before: 'shop', after: 'store' }];
    assert.equal(shown({ changes: renamed, isCommand: true }), 'Renamed shop to store');
    const [toStore] = renamed;
    assert.ok(toStore);
    assert.equal(
      shown({ changes: [toStore, hour] }),
      'Nightly backup: name shop → store, hour 2 → */6',
    );
    const emptied = { path: ['name'], before: 'shop', after: null };
    assert.equal(shown({ changes: [emptied] }), 'Nightly backup: name shop → null');
  });

  it('has no name if a new resource has no name of its own', () => {
    assert.equal(nameOfNew('cronJob', { label: 'Tidy up' }), 'Tidy up');
    assert.equal(nameOfNew('sshSettings', { useDns: true }), '');
  });

  it('claims nothing about an unknown outcome', () => {
    const label = 'Disabling "Tidy up"';
    const unknown = { label, verb: 'disabled', isCommand: true, outcome: 'unknown' } as const;
    assert.equal(shown(unknown), label);
  });

  it('shows no secret', () => {
    const secret = { path: ['ftp', 'password'], before: 'old-secret', after: 'new-secret' };
    assert.equal(shown({ changes: [secret] }), 'Nightly backup: ftp.password changed');
  });
});
