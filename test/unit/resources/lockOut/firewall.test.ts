import assert from 'node:assert/strict';
import {
  findReach,
  type RuleFacts,
  type FirewallChange,
  findFirewallLoss,
} from '../../../../src/resources/lockOut/firewall';
import { reachNames } from '../../../../src/resources/network/ipRange';
import { coversPort, isPortOrRange } from '../../../../src/resources/network/ports';
import { describeLockOuts } from '../../../../src/documents/writing/guard';

const accepting = { port: '22', protocol: 'tcp', ipAddress: null, firewallAction: null };
const rejecting = { ...accepting, firewallAction: 'reject' };

function reach(...rules: RuleFacts[]): readonly (number | string)[] {
  return reachNames(findReach(rules, 22).surely);
}

describe('The addresses that reach SSH', () => {
  it('exclude those that a rule rejects, in any order and with any name for its action', () => {
    for (const firewallAction of ['reject', 'drop', 'DROP', 'deny']) {
      assert.deepEqual(reach({ ...accepting, firewallAction }, accepting), []);
      assert.deepEqual(reach(accepting, { ...accepting, firewallAction }), []);
    }
    for (const firewallAction of ['accept', 'ACCEPT', '', null]) {
      assert.deepEqual(reach({ ...accepting, firewallAction }), [4, 6]);
    }
  });

  it('exclude those that a rule for every protocol or port, or an unreadable rule, rejects', () => {
    for (const protocol of ['all', 'any', 'TCP/UDP', 'both', '', null]) {
      assert.deepEqual(reach(accepting, { ...rejecting, protocol }), [], String(protocol));
    }
    for (const port of ['all', '*', '', null, '20,22,80', '80, 20-30', 'ssh']) {
      assert.deepEqual(reach(accepting, { ...rejecting, port }), [], String(port));
    }
  });

  it('include those that are only rejected for another protocol or port', () => {
    for (const protocol of ['udp', 'UDP', 'icmp']) {
      assert.deepEqual(reach(accepting, { ...rejecting, protocol }), [4, 6], protocol);
    }
    for (const port of ['23', '80,443', '8000-8999', 23]) {
      assert.deepEqual(reach(accepting, { ...rejecting, port }), [4, 6], String(port));
    }
  });

  it('are none if only unreadable rules accept them', () => {
    for (const protocol of ['all', '', null]) {
      assert.deepEqual(reach({ ...accepting, protocol }), [], String(protocol));
    }
    for (const port of ['all', '', null]) assert.deepEqual(reach({ ...accepting, port }), []);
    assert.deepEqual(reach({ ...accepting, port: '22,80' }), [4, 6]);
  });

  it('exclude rejected ranges, in the fewest blocks', () => {
    const from = (ipAddress: string, firewallAction: string): RuleFacts => {
      return { ...accepting, ipAddress, firewallAction };
    };
    assert.deepEqual(reach(from('198.51.100.0/29', 'accept'), from('198.51.100.3', 'reject')), [
      '198.51.100.0/31',
      '198.51.100.2',
      '198.51.100.4/30',
    ]);
    assert.deepEqual(reach(from('2001:DB8::/32', 'accept'), from('2001:db8:8000::/33', 'drop')), [
      '2001:db8::/33',
    ]);
  });

  it('never include an unreadable accepted address, and exclude all that an unreadable rejected one may cover', () => {
    const ipAddress = 'office.example.org';
    assert.deepEqual(reach({ ...accepting, ipAddress, firewallAction: 'accept' }), []);
    assert.deepEqual(reach(accepting, { ...rejecting, ipAddress }), []);
  });
});

const office = { id: 1, ...accepting, ipAddress: '198.51.100.0/24' };
const home = { id: 2, ...accepting, ipAddress: '203.0.113.7' };
const all = { id: 3, ...accepting };
const none: FirewallChange = { added: [], removed: [], isDeployed: false };

function warnings(rules: readonly (RuleFacts & { id: number })[], change: Partial<FirewallChange>) {
  const loss = findFirewallLoss(rules, { ...none, ...change }, 22);
  return loss && describeLockOuts([loss]);
}

describe('A rule that can’t be read', () => {
  const { firewallAction: _action, ...noAction } = home;

  it('is named as the reason to assume the worst', () => {
    const words = (rules: readonly (RuleFacts & { id: number })[]) =>
      warnings(rules, { removed: [1] })?.[0];
    const assumed = "Some firewall rules couldn't be interpreted, so this assumes the worst.";
    assert.equal(words([office, { ...noAction, ipAddress: '192.0.2.1' }]), assumed);
    assert.notEqual(words([office, { ...noAction, port: '443' }]), assumed);
  });
});

describe('A firewall warning', () => {
  const judge = 'Check that your own public address is among them.';

  it('names the address that loses access, and those that keep it', () => {
    assert.deepEqual(warnings([office, home], { removed: [2] }), [
      "203.0.113.7 can't reach SSH after this.",
      'Only 198.51.100.0/24 can still reach SSH (port 22).',
      judge,
    ]);
  });

  it('says which addresses keep access, if all others lose it', () => {
    assert.deepEqual(warnings([office, all], { removed: [3] }), [
      'Only 198.51.100.0/24 can still reach SSH (port 22).',
      judge,
    ]);
    assert.deepEqual(warnings([office, home], { isDeployed: true }), [
      'Only 198.51.100.0/24, 203.0.113.7 can still reach SSH (port 22).',
      judge,
    ]);
  });

  it('names a family that loses access', () => {
    const added = [{ ...rejecting, ipAddress: '::/0' }];
    assert.deepEqual(warnings([all], { added }), [
      "IPv6 addresses can't reach SSH after this.",
      'Only IPv4 addresses can still reach SSH (port 22).',
      judge,
    ]);
  });

  it('names a single address that loses access while others keep it', () => {
    const added = [{ ...rejecting, ipAddress: '203.0.113.7' }];
    assert.deepEqual(warnings([all], { added }), ["203.0.113.7 can't reach SSH after this."]);
  });

  it('says so if no one keeps access', () => {
    assert.deepEqual(warnings([home], { removed: [2] }), [
      'No one can reach SSH (port 22) after this. First add a rule that accepts it.',
    ]);
  });

  it('appears for a deployment of rules prepared elsewhere, but not if they accept everyone', () => {
    assert.deepEqual(warnings([all, { id: 4, ...rejecting }], { isDeployed: true }), [
      'No one can reach SSH (port 22) after this. First add a rule that accepts it.',
    ]);
    assert.equal(warnings([all], { isDeployed: true }), undefined);
  });

  it('appears for the last remaining access if all others were closed before', () => {
    const closed = { id: 5, ...rejecting, ipAddress: '192.0.2.0/24' };
    const added = [rejecting];
    assert.deepEqual(warnings([all, closed], { added }), [
      'No one can reach SSH (port 22) after this. First add a rule that accepts it.',
    ]);
  });
});

describe('Ports', () => {
  it('are numbers from 1 to 65535, or ranges', () => {
    for (const text of ['1', '22', '65535', '8000-8999', '8000:8999']) {
      assert.equal(isPortOrRange(text), true, text);
    }
    for (const text of ['', '0', '65536', '9-8', 'ssh', '-1', '1-2-3']) {
      assert.equal(isPortOrRange(text), false, text);
    }
  });

  it('are covered by ranges around them', () => {
    assert.equal(coversPort('20-30', 22), true);
    assert.equal(coversPort(22, 22), true);
    assert.equal(coversPort('2222', 22), false);
  });
});
