import assert from 'node:assert/strict';
import { atOnce } from '../../../src/base/pieces';
import { evaluate, rules, type SeverityChoice } from '../../../src/findings/evaluate';
import { type Finding, type RuleId, ruleIds } from '../../../src/findings/finding';
import { Knowledge } from '../../../src/findings/knowledge';
import { findPhpSupport } from '../../../src/findings/phpSupport';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';
import titles from '../../../package.nls.json';

const commands = new Set(
  Object.keys(titles).map((title) => title.replace(/^(action|command)\./, 'serverManagement.')),
);

const account = 'example';
const now = Date.UTC(2026, 10, 22);

/** The knowledge: lists of a server, single resources, or the health of a server. */
interface World {
  readonly lists?: Partial<Record<KindId, readonly Resource[]>>;
  /** Lists that were only partly read. */
  readonly parts?: Partial<Record<KindId, readonly Resource[]>>;
  readonly singles?: Partial<Record<KindId, Resource>>;
  readonly health?: Resource;
  readonly isPending?: boolean;
}

function knowledgeOf({ lists = {}, parts = {}, singles = {}, health }: World): Knowledge {
  const knowledge = new Knowledge();
  for (const [all, isWhole] of [
    [lists, true],
    [parts, false],
  ] as const) {
    for (const [id, items] of Object.entries(all)) {
      const kind = id as KindId;
      const parents = ['server', 'atomicProject'].includes(kind) ? [] : [1];
      knowledge.addList({ collection: { account, kind, parents }, items, isWhole });
    }
  }
  for (const [id, resource] of Object.entries(singles)) {
    const ids = id === 'ssl' ? [1, 2, 3] : [1];
    knowledge.addSingle({ reference: { account, kind: id as KindId, ids }, resource });
  }
  if (health) {
    knowledge.addHealth({ reference: { account, kind: 'server', ids: [1] }, resource: health });
  }
  return knowledge;
}

function findingsIn(
  world: World,
  severityOf?: (rule: RuleId) => SeverityChoice | undefined,
): readonly Finding[] {
  const context = { now, isPending: () => world.isPending === true };
  return atOnce(evaluate(knowledgeOf(world), context, severityOf)).findings;
}

const certificate = (validUntil: string, more: Resource = {}): World => ({
  singles: { ssl: { method: 'letsencrypt', validUntil, ...more } },
});
/** A certificate that all domains of a web application share. */
const shared = (validUntil: string, more: Resource = {}): World => ({
  singles: {
    sharedSsl: {
      advancedSSL: false,
      certificate: { method: 'letsencrypt', validUntil, ...more },
    },
  },
});
const server = (facts: Resource): World => ({ lists: { server: [{ id: 1, ...facts }] } });
const cronJobs = (...jobs: readonly Resource[]): World => ({
  lists: { cronJob: jobs.map((job, index) => ({ id: index + 1, enabled: 1, ...job })) },
});
const firewall = (...items: readonly Resource[]): readonly Resource[] =>
  items.map((rule, index) => ({ id: index + 1, protocol: 'tcp', ...rule }));
const every = '*/5 * * * *';
const open = { port: '3306', ipAddress: null, firewallAction: null, type: 'global' };
const project = (status?: string): World => ({
  lists: { atomicProject: [{ id: 1, latestDeployment: status ? { status } : null }] },
});
/** The repository of a web application that a project deploys. */
const repository = (status: string): World => ({
  singles: {
    gitRepository: { id: 7, atomic: true, atomic_project_id: 1, latestDeployment: { status } },
  },
});

type NonEmpty<T> = readonly [T, ...T[]];

interface Case {
  /** The findings to expect, with their sentences. */
  readonly bad: NonEmpty<readonly [world: World, sentence: string]>;
  /** Knowledge without a finding, which would be a false alarm. */
  readonly good: NonEmpty<World>;
}

const cases: Readonly<Record<RuleId, Case>> = {
  certificateExpired: {
    bad: [
      [certificate('2026-11-01'), 'Expired 21 days ago. Renew the certificate.'],
      [shared('2026-11-01'), 'Expired 21 days ago. Renew the certificate.'],
    ],
    good: [
      certificate('2026-11-23'),
      certificate('soon'),
      { singles: { ssl: {} } },
      shared('2026-11-23'),
      { singles: { sharedSsl: { advancedSSL: true } } },
      { singles: { sharedSsl: { advancedSSL: false, certificate: null } } },
    ],
  },
  certificateEndsSoon: {
    bad: [
      [certificate('2026-12-01'), 'Ends in 9 days. Renew the certificate.'],
      [shared('2026-12-01'), 'Ends in 9 days. Renew the certificate.'],
    ],
    good: [certificate('2026-12-20'), certificate('2026-11-01')],
  },
  certificateRenewalFailed: {
    bad: [
      [
        certificate('2026-12-20', { renewalDate: '2026-11-20' }),
        'Renewal failed. Renew the certificate.',
      ],
    ],
    good: [
      certificate('2026-12-20', { renewalDate: '2026-11-21 12:00:00' }),
      certificate('2027-01-10', { renewalDate: '2026-12-10' }),
      certificate('2026-12-20', { renewalDate: '2026-11-10', method: 'custom' }),
      // The day of the last renewal.
      certificate('2027-01-10', { renewalDate: '2026-11-10' }),
      certificate('2026-11-10', { renewalDate: '2026-10-10' }),
      certificate('2027-01-10'),
    ],
  },
  serverOffline: {
    bad: [
      [
        server({ online: false, connected: true }),
        'Offline. Connect with SSH or start it at its provider.',
      ],
    ],
    good: [server({ online: true }), server({ online: false, connected: false }), server({})],
  },
  serverNotConnected: {
    bad: [[server({ connected: false }), 'Not connected. Connect it in the control panel.']],
    good: [server({ connected: true }), server({ connected: null })],
  },
  diskFull: {
    bad: [
      [
        { health: { usedDiskSpace: '91000', totalDiskSpace: 100_000 } },
        'The disk is 91% full. Free some space.',
      ],
      [
        { health: { availableDiskSpace: 10, totalDiskSpace: 100 } },
        'The disk is 90% full. Free some space.',
      ],
    ],
    good: [
      { health: { usedDiskSpace: 89_999, totalDiskSpace: 100_000 } },
      { health: { usedDiskSpace: 91, totalDiskSpace: 0 } },
      { health: { usedDiskSpace: 'a lot', totalDiskSpace: 100 } },
    ],
  },
  memoryFull: {
    bad: [
      [
        { health: { usedMemory: 950, totalMemory: '1000' } },
        '95% of memory is used. Find out what uses it.',
      ],
    ],
    good: [{ health: { usedMemory: 500, totalMemory: 1_000 } }, { health: {} }],
  },
  supervisorFailed: {
    bad: [
      [
        { lists: { supervisorJob: [{ id: 1, processStates: 'RUNNING, FATAL' }] } },
        'Failed to start. Check the command, then reload the job.',
      ],
      [
        { lists: { supervisorJob: [{ id: 1, processStates: 'BACKOFF' }] } },
        'Keeps failing. Check the command, then reload the job.',
      ],
    ],
    good: [{ lists: { supervisorJob: [{ id: 1, processStates: 'RUNNING, STOPPED' }, { id: 2 }] } }],
  },
  serviceStopped: {
    bad: [[{ lists: { service: [{ id: 'nginx', running: false }] } }, 'Stopped. Start it.']],
    good: [
      {
        lists: {
          service: [
            { id: 'nginx', running: true },
            { id: 'x', running: null },
          ],
        },
      },
    ],
  },
  firewallNotDeployed: {
    bad: [
      [
        { ...server({ online: true }), isPending: true },
        "Changed firewall rules aren't deployed. Deploy them.",
      ],
    ],
    good: [server({ online: true })],
  },
  databaseOpenToEveryone: {
    bad: [
      [
        { lists: { firewallRule: firewall(open) } },
        'Port 3306 (MySQL) is open to everyone. Allow known addresses only.',
      ],
      [
        {
          lists: { firewallRule: firewall({ ...open, port: '6000-7000', ipAddress: '0.0.0.0/0' }) },
        },
        'Port 6379 (Redis) is open to everyone. Allow known addresses only.',
      ],
    ],
    good: [
      { lists: { firewallRule: firewall({ ...open, ipAddress: '192.0.2.1' }) } },
      { lists: { firewallRule: firewall({ ...open, firewallAction: 'reject' }) } },
      { lists: { firewallRule: firewall({ ...open, port: '443' }) } },
      { lists: { firewallRule: firewall({ ...open, protocol: 'udp' }) } },
      // Another rule rejects everyone and overrides this one.
      { lists: { firewallRule: firewall(open, { ...open, firewallAction: 'reject' }) } },
      // The unread rest of the list may reject.
      { parts: { firewallRule: firewall(open) } },
    ],
  },
  sshRootPassword: {
    bad: [
      [
        { singles: { sshSettings: { passwordlessLogin: false, preventRootLogin: false } } },
        'Root can log in with a password. Allow SSH keys only, or prevent it.',
      ],
    ],
    good: [
      { singles: { sshSettings: { passwordlessLogin: true, preventRootLogin: false } } },
      { singles: { sshSettings: { passwordlessLogin: false, preventRootLogin: true } } },
      { singles: { sshSettings: { passwordlessLogin: null, preventRootLogin: null } } },
    ],
  },
  cronInvalid: {
    bad: [
      [cronJobs({ time: '99 * * * *' }), 'Cron rejects the schedule "99 * * * *". Correct it.'],
      [cronJobs({ time: '5/15 * * * *' }), 'Cron rejects the schedule "5/15 * * * *". Correct it.'],
    ],
    good: [
      cronJobs({ time: every }, { time: '@daily' }, {}),
      cronJobs({ time: '99 * * * *', enabled: 0 }),
    ],
  },
  cronNeverRuns: {
    bad: [
      [
        cronJobs({ time: '0 0 31 2 *' }),
        'Never runs: no date matches "0 0 31 2 *". Correct the schedule.',
      ],
    ],
    good: [
      // Leap years, and one of two days.
      cronJobs({ time: '0 0 29 2 *' }, { time: '0 0 31 2 1' }),
      cronJobs({ time: '0 0 31 2 *', enabled: 0 }),
    ],
  },
  cronBurst: {
    bad: [
      [
        cronJobs(
          { time: every },
          { time: '0 * * * *' },
          ...Array.from({ length: 9 }, () => ({ time: '0 3 * * *' })),
        ),
        '11 cron jobs start in the same minute, at 3:00 server time. Spread them.',
      ],
    ],
    good: [
      cronJobs(
        { time: every },
        { time: '0 * * * *' },
        ...Array.from({ length: 8 }, () => ({ time: '0 3 * * *' })),
      ),
      // Different days, and disabled jobs.
      cronJobs(
        ...[1, 2, 3, 4].flatMap((day) =>
          Array.from({ length: 3 }, () => ({ time: `0 3 * * ${day}` })),
        ),
        ...Array.from({ length: 9 }, () => ({ time: '0 3 * * 1', enabled: 0 })),
      ),
    ],
  },
  jobAsRoot: {
    bad: [
      [
        cronJobs({ username: 'root', time: every }),
        'Runs as root. Use a system user with fewer rights.',
      ],
      [
        { lists: { supervisorJob: [{ id: 1, username: 'root' }] } },
        'Runs as root. Use a system user with fewer rights.',
      ],
    ],
    good: [
      cronJobs({ username: 'rooted', time: every }, { time: every }),
      cronJobs({ username: 'root', time: every, enabled: 0 }),
    ],
  },
  phpUnsupported: {
    bad: [
      [
        { lists: { webApplication: [{ id: 1, phpVersion: 'php81' }] } },
        'PHP 8.1 no longer gets security fixes. Choose a supported version.',
      ],
      [
        server({ phpCLIVersion: 'php74rc' }),
        'PHP 7.4 no longer gets security fixes. Choose a supported version.',
      ],
      ...['5.3', '5.4', '5.5', '5.6'].map((version): Case['bad'][number] => [
        server({ phpCLIVersion: `php${version.replace('.', '')}rc` }),
        `PHP ${version} no longer gets security fixes. Choose a supported version.`,
      ]),
    ],
    good: [
      {
        lists: {
          webApplication: ['php82', 'php84', 'php85', 'php99', '', null].map(toApplication),
        },
      },
    ],
  },
  deploymentFailed: {
    bad: [
      [project('FAILED'), 'The last deployment failed. Correct the cause, then deploy again.'],
      [
        { lists: { atomicProject: [{ id: 1, deploymentStatus: 'Failed' }] } },
        'The last deployment failed. Correct the cause, then deploy again.',
      ],
      [repository('FAILED'), 'The last deployment failed. Correct the cause, then deploy again.'],
      // The project is known, and its row is enough.
      [
        { ...project('FAILED'), ...repository('FAILED') },
        'The last deployment failed. Correct the cause, then deploy again.',
      ],
    ],
    good: [project('Completed'), project('Never failed'), project(), repository('COMPLETED')],
  },
  securityUpdatesOff: {
    bad: [[server({ securityUpdate: false }), 'Security updates are off. Turn them on.']],
    good: [server({ securityUpdate: true }), server({}), server({ securityUpdate: 'off' })],
  },
};

function toApplication(phpVersion: string | null, index: number): Resource {
  return { id: index + 1, phpVersion };
}

describe('The rules for findings', () => {
  for (const id of ruleIds) {
    const { bad, good } = cases[id];
    it(`find the problem, and offer a fix: ${id}`, () => {
      for (const [world, sentence] of bad) {
        const found = findingsIn(world).filter(({ rule }) => rule === id);
        assert.deepEqual(
          found.map((each) => each.sentence()),
          [sentence],
        );
        const fixes = found[0]?.fixes ?? [];
        assert.ok(fixes.length > 0);
        for (const fix of fixes) assert.ok(commands.has(fix), fix);
      }
    });

    it(`raise no false alarm: ${id}`, () => {
      for (const world of good) {
        const found = findingsIn(world).filter(({ rule }) => rule === id);
        assert.deepEqual(found, [], JSON.stringify(world));
      }
    });
  }

  it('are all defined once', () => {
    assert.deepEqual(rules.map(({ id }) => id).toSorted(), [...ruleIds].toSorted());
  });

  it("offer the document to fix a web application's PHP, and the action to fix a server's", () => {
    const fixesOf = (world: World) => findingsIn(world)[0]?.fixes[0];
    const application = { lists: { webApplication: [{ id: 1, phpVersion: 'php81' }] } };
    assert.equal(fixesOf(application), 'serverManagement.openDocument');
    assert.equal(fixesOf(server({ phpCLIVersion: 'php81' })), 'serverManagement.changeCliPhp');
  });

  it("can't judge a repository whose deployments the service doesn't tell", () => {
    const gitRepository = { id: 7, atomic: false, atomic_project_id: null };
    const known = knowledgeOf({ singles: { gitRepository } });
    const { findings, fine } = atOnce(evaluate(known, { now, isPending: () => false }));
    assert.deepEqual([...findings, ...fine()], []);
  });

  it("know a version of PHP until its support's last day", () => {
    const isOver = (time: number) => findPhpSupport('php85', time)?.isOver;
    assert.equal(isOver(Date.UTC(2029, 11, 31, 23, 59)), false);
    assert.equal(isOver(Date.UTC(2030, 0, 1)), true);
  });

  it('have the severity set by the person, or are left out', () => {
    const world = server({ online: false });
    const severities = (choice?: SeverityChoice): readonly string[] =>
      findingsIn(world, () => choice).map(({ severity }) => severity);
    assert.deepEqual(severities(), ['critical']);
    assert.deepEqual(severities('information'), ['information']);
    assert.deepEqual(severities('off'), []);
  });

  it('list the most severe findings first', () => {
    const found = findingsIn(
      server({ online: false, securityUpdate: false, phpCLIVersion: 'php81' }),
    );
    assert.equal(found[0]?.rule, 'serverOffline');
    assert.equal(found.length, 3);
  });

  it('report something as fine only if it could be judged', () => {
    const context = { now, isPending: () => false };
    const known = knowledgeOf({ lists: { server: [{ id: 1, online: true }, { id: 2 }] } });
    const { fine } = atOnce(evaluate(known, context));
    assert.deepEqual([...fine()], ['serverOffline/example/server/one/1']);
  });

  it("report no rule of a firewall as fine or bad while others aren't known", () => {
    const context = { now, isPending: () => false };
    // The first lets everyone in unless another rejects; the second is harmless with any others.
    const firewallRule = firewall(open, { ...open, port: '443' });
    const judged = (world: World): readonly string[] => {
      const { findings, fine } = atOnce(evaluate(knowledgeOf(world), context));
      const bad = findings.map(({ rule }) => rule);
      return [...bad, ...fine()].filter((each) => each.startsWith('databaseOpenToEveryone'));
    };
    assert.equal(judged({ lists: { firewallRule } }).length, 2);
    assert.deepEqual(judged({ parts: { firewallRule } }), []);
  });

  it("report no rule of a firewall as fine or bad that can't be read, or that one may override", () => {
    const { firewallAction: _action, ...unread } = { ...open, type: 'rich' };
    const known = (...items: readonly Resource[]) => {
      const world = { lists: { firewallRule: firewall(...items) } };
      const context = { now, isPending: () => false };
      const { findings, fine } = atOnce(evaluate(knowledgeOf(world), context));
      return [...findings.map(({ rule }) => rule), ...fine()].filter((each) =>
        each.startsWith('databaseOpenToEveryone'),
      );
    };
    assert.deepEqual(known(unread), []);
    assert.deepEqual(known(unread, open), []);
    assert.equal(known({ ...unread, port: '443' }).length, 1);
  });
});
