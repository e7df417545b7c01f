import assert from 'node:assert/strict';
import { findFirewallRisk, findSshRisks } from '../../../src/resources/lockOut';
import { coversPort, isPortOrRange } from '../../../src/resources/ports';

const accepting = { port: '22', protocol: 'tcp', ipAddress: null, firewallAction: null };

describe('Being locked out by a firewall', () => {
  it('is no risk while SSH is accepted from everywhere', () => {
    assert.equal(findFirewallRisk([accepting]), undefined);
    assert.equal(findFirewallRisk([{ ...accepting, port: '1-1024' }]), undefined);
  });

  it('is a risk without a rule for SSH', () => {
    assert.equal(findFirewallRisk([]), 'notAccepted');
    assert.equal(findFirewallRisk([{ ...accepting, port: '443' }]), 'notAccepted');
    assert.equal(findFirewallRisk([{ ...accepting, protocol: 'udp' }]), 'notAccepted');
  });

  it('is a risk with a rule that rejects, whatever accepts', () => {
    const rejecting = { ...accepting, ipAddress: '203.0.113.0/24', firewallAction: 'reject' };
    assert.equal(findFirewallRisk([accepting, rejecting]), 'rejected');
    assert.equal(findFirewallRisk([{ ...rejecting, ipAddress: '0.0.0.0/0' }]), 'rejected');
  });

  it('is a risk where only some addresses are accepted', () => {
    const some = { ...accepting, ipAddress: '203.0.113.7', firewallAction: 'accept' };
    assert.equal(findFirewallRisk([some]), 'acceptedFromSomewhere');
  });
});

describe('Being locked out by SSH settings', () => {
  const facts = { users: ['shop'], keys: ['shop'] };

  it('is no risk for who has a user and a key', () => {
    assert.deepEqual(findSshRisks({ passwordlessLogin: true, preventRootLogin: true }, facts), []);
    assert.deepEqual(findSshRisks({}, { users: [], keys: [] }), []);
  });

  it('is a risk without a key, without a user, and where only root has a key', () => {
    assert.deepEqual(findSshRisks({ passwordlessLogin: true }, { ...facts, keys: [] }), ['noKey']);
    assert.deepEqual(findSshRisks({ preventRootLogin: true }, { ...facts, users: [] }), [
      'noOtherUser',
    ]);
    assert.deepEqual(findSshRisks({ preventRootLogin: true }, { ...facts, keys: ['root'] }), [
      'onlyRootHasKey',
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
