import assert from 'node:assert/strict';
import {
  answerQuestion,
  compareDoors,
  describeDeployment,
  describeRule,
  parseQuestion,
} from '../../../../src/resources/lockOut/whoGetsIn';

const rich = { type: 'rich', port: '22', protocol: 'tcp', ipAddress: '203.0.113.0/24' };
const accepting = { ...rich, firewallAction: 'accept' };
const rejecting = { ...rich, firewallAction: 'reject' };
const open = { type: 'global', port: '22', protocol: 'tcp', ipAddress: null, firewallAction: null };

function doors(rules: Parameters<typeof compareDoors>[0][number]): string[] {
  return (compareDoors([rules], 22) ?? []).map(
    ({ ports, families, texts }) => `${ports}, ${families}: ${texts.join()}`,
  );
}

describe('Who gets in', () => {
  it('is one row for the ports that the same addresses reach, with SSH first', () => {
    const more = [443, '80', '8000-8999'].map((port) => ({ ...open, port }));
    assert.deepEqual(doors([...more, open]), [
      'TCP 22 (SSH), IPv4, IPv6: everyone',
      'TCP 80, 443, 8000-8999, IPv4, IPv6: everyone',
      'All other ports, IPv4, IPv6: no rule',
    ]);
  });

  it('says what no rule is about, because the service does not tell what happens to it', () => {
    assert.deepEqual(doors([accepting]), [
      'TCP 22 (SSH), IPv4: 203.0.113.0/24 allowed, others without a rule',
      'TCP 22 (SSH), IPv6: no rule',
      'All other ports, IPv4, IPv6: no rule',
    ]);
    assert.deepEqual(doors([]), [
      'TCP 22 (SSH), IPv4, IPv6: no rule',
      'All other ports, IPv4, IPv6: no rule',
    ]);
  });

  it('is not known where rules contradict each other, or one is of an unknown kind', () => {
    for (const odd of [
      rejecting,
      { ...rich, firewallAction: 'log' },
      { ...rich, type: 'zone', ipAddress: null },
      { ...rich, protocol: 'any', firewallAction: 'reject' },
      { ...rich, port: 'all', firewallAction: 'reject' },
    ]) {
      assert.match(doors([open, odd])[0] ?? '', /not known/, JSON.stringify(odd));
    }
    assert.match(doors(undefined).join(), /not known/);
  });

  it('differs between TCP and UDP if a rule may be about any port', () => {
    const all = { ...open, port: 'all' };
    assert.deepEqual(doors([all]).slice(1), [
      'Other TCP ports, IPv4, IPv6: not known',
      'Other UDP ports, IPv4, IPv6: no rule',
    ]);
  });

  it('reads each rule a few times, however many there are', () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      ...accepting,
      get port() {
        reads += 1;
        return String(1_000 + 2 * index);
      },
    }));
    assert.equal(compareDoors([many], 22)?.length, 4);
    assert.ok(reads < 10 * many.length, String(reads));
  });

  it('is not compared where rules for many ports meet as many for all', () => {
    const all = Array.from({ length: 600 }, (_, index) => [
      { ...accepting, port: String(1_000 + 2 * index) },
      { ...accepting, port: '1-65535', ipAddress: `203.0.${index % 250}.0/24` },
    ]).flat();
    assert.equal(compareDoors([all], 22), undefined);
    assert.equal(
      describeRule(open, all, 22),
      "Who gets in isn't shown: there are too many firewall rules to compare.",
    );
    assert.match(describeDeployment({ why: 'unseen' }, all, 22), /too many firewall rules/);
  });

  it('is said of every port of a usual server in the question before deploying', () => {
    const rules = [22, 80, 443, 3306, 8443].map((port, index) => {
      return { ...accepting, port, ipAddress: `203.0.${index}.0/24` };
    });
    const text = describeDeployment({ why: 'unseen' }, rules, 22);
    assert.match(text, /^TCP 8443, IPv4: 203\.0\.4\.0\/24 allowed, others without a rule$/m);
  });

  it('says in one line what a rule changes', () => {
    assert.equal(
      describeRule(accepting, [], 22),
      'Once deployed: TCP 22 (SSH), IPv4: 203.0.113.0/24 allowed, others without a rule (without it: no rule)',
    );
    assert.equal(
      describeRule(rejecting, [open], 2222),
      'Once deployed: TCP 22, IPv4: 203.0.113.0/24 not known, others allowed (without it: everyone)',
    );
    assert.match(describeRule(accepting, [open], 22), /^Changes nothing/);
    assert.match(describeRule(accepting, undefined, 22), /isn't known/);
  });

  it('answers about one address and port by the rules that decide', () => {
    const question = parseQuestion('203.0.113.7, 22');
    assert.ok(question);
    assert.match(answerQuestion([open, accepting], question), /^Allowed by TCP 22 .*, TCP 22 /);
    assert.match(answerQuestion([open, rejecting], question), /^Not known: TCP 22 .*, TCP 22 /);
    assert.match(answerQuestion([rejecting], question), /^Blocked by TCP 22 · reject/);
    assert.equal(answerQuestion([], question), 'Not known: no rule is about it');
    assert.equal(answerQuestion(undefined, question), 'not known');
  });

  it('takes an address, a port and a protocol', () => {
    assert.deepEqual(parseQuestion(' 2001:db8::7  53/udp '), {
      address: '2001:db8::7',
      port: 53,
      protocol: 'udp',
    });
    for (const typed of ['', '22', '203.0.113.7', '203.0.113.0/24 22', '203.0.113.7 0', 'x 22']) {
      assert.equal(parseQuestion(typed), undefined, typed);
    }
  });
});
