import assert from 'node:assert/strict';
import {
  findFirewallRisk,
  type Logins,
  type LoginSettings,
  risksOfRemoval,
  risksOfSettings,
} from '../../../src/resources/lockOut';
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

  it('is a risk with a rule that does anything but accept, however it is called', () => {
    for (const firewallAction of ['reject', 'drop', 'DROP', 'deny']) {
      assert.equal(findFirewallRisk([{ ...accepting, firewallAction }]), 'rejected');
    }
    for (const firewallAction of ['accept', 'ACCEPT', '', null, undefined]) {
      assert.equal(findFirewallRisk([{ ...accepting, firewallAction }]), undefined);
    }
  });

  it('is a risk where only some addresses are accepted', () => {
    const some = { ...accepting, ipAddress: '203.0.113.7', firewallAction: 'accept' };
    assert.equal(findFirewallRisk([some]), 'acceptedFromSomewhere');
  });
});

const open: LoginSettings = { passwordlessLogin: false, preventRootLogin: false };
const logins: Logins = { settings: open, users: ['shop'], keys: ['shop'] };

describe('Being locked out by SSH settings', () => {
  it('is no risk for who has a user and a key', () => {
    const both = { passwordlessLogin: true, preventRootLogin: true };
    assert.deepEqual(risksOfSettings(both, logins), []);
    assert.deepEqual(risksOfSettings({}, { ...logins, users: [], keys: [] }), []);
  });

  it('is a risk without a key, without a user, and where only root has a key', () => {
    const risksOf = (change: LoginSettings, more: Partial<Logins>) =>
      risksOfSettings(change, { ...logins, ...more });
    assert.deepEqual(risksOf({ passwordlessLogin: true }, { keys: [] }), ['noKey']);
    assert.deepEqual(risksOf({ preventRootLogin: true }, { users: [] }), ['noOtherUser']);
    assert.deepEqual(risksOf({ preventRootLogin: true }, { keys: ['root'] }), ['onlyRootHasKey']);
  });

  it('is judged by the settings as they will be', () => {
    const noRoot = { ...logins, settings: { preventRootLogin: true }, keys: ['root'] };
    assert.deepEqual(risksOfSettings({ passwordlessLogin: true }, noRoot), ['onlyRootHasKey']);
    assert.deepEqual(
      risksOfSettings({ passwordlessLogin: true, preventRootLogin: false }, noRoot),
      [],
    );
  });

  it('is told only where the change is about it', () => {
    const closed = { settings: { passwordlessLogin: true, preventRootLogin: true } };
    const change = { preventRootLogin: true };
    assert.deepEqual(risksOfSettings(change, { ...closed, users: ['shop'], keys: [] }), []);
    assert.deepEqual(risksOfSettings({ passwordlessLogin: false }, { ...noLogins, ...closed }), []);
  });
});

const noLogins: Logins = { settings: open, users: [], keys: [] };

describe('Being locked out by deleting keys and users', () => {
  const byKey = { ...logins, settings: { passwordlessLogin: true } };
  const notAsRoot = { ...logins, settings: { preventRootLogin: true } };

  it('is a risk without the last key, where passwords are not accepted', () => {
    assert.deepEqual(risksOfRemoval(byKey, { ...byKey, keys: [] }), ['noKey']);
    assert.deepEqual(risksOfRemoval(logins, { ...logins, keys: [] }), []);
  });

  it('is a risk without the last user and the last key of another than root', () => {
    assert.deepEqual(risksOfRemoval(notAsRoot, { ...notAsRoot, users: [] }), ['noOtherUser']);
    const both = { ...notAsRoot, keys: ['root', 'shop'] };
    assert.deepEqual(risksOfRemoval(both, { ...both, keys: ['root'] }), ['onlyRootHasKey']);
  });

  it('is no news where it was so before', () => {
    const lost = { ...byKey, keys: [] };
    assert.deepEqual(risksOfRemoval(lost, { ...lost, users: [] }), []);
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
