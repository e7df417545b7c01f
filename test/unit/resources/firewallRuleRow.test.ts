import assert from 'node:assert/strict';
import { toVisible } from '../../../src/base/foreignText';
import { firewallRule } from '../../../src/api/contract/firewallRule';
import { readLeniently } from '../../../src/api/lenient';
import { firewallRuleKind } from '../../../src/resources/kinds/firewallRule';

describe('The row of a firewall rule', () => {
  function rowOf(firewallAction: string | null | undefined) {
    const rule = {
      id: 1,
      type: 'rich',
      port: 22,
      protocol: 'tcp',
      ipAddress: '192.0.2.0/24',
      firewallAction,
      created_at: '2026-01-01 00:00:00',
    };
    const { state, icon } = firewallRuleKind.present(rule);
    return [String(state), icon?.id, icon?.color];
  }

  it('says what the rule does, without red, and shows anything but accepting as rejecting', () => {
    assert.deepEqual(rowOf(null), ['accept', 'pass', 'testing.iconPassed']);
    assert.deepEqual(rowOf('accept'), ['accept', 'pass', 'testing.iconPassed']);
    assert.deepEqual(rowOf('reject'), ['reject', 'circle-slash', undefined]);
    assert.deepEqual(rowOf('drop'), ['drop', 'circle-slash', undefined]);
  });

  it('says so if it isn’t known what the rule does, or for whom', () => {
    assert.deepEqual(rowOf(undefined), ['unknown', 'question', undefined]);
    const raw = { id: 1, type: 'rich', port: '22', protocol: 'tcp', ipAddress: ['?'] };
    const rule = readLeniently(firewallRule, { ...raw, firewallAction: { deny: true } });
    assert.ok(rule);
    const { description } = firewallRuleKind.present(rule);
    assert.equal(toVisible(description), 'unknown · unknown');
  });
});
