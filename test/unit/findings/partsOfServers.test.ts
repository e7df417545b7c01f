import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Knowledge, type KnownList } from '../../../src/findings/knowledge';
import { Fingerprints, partsOfServers } from '../../../src/findings/partsOfServers';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';
import { type PartId, partIds } from '../../../src/resources/search/serverParts';

const account = 'example';
const server = { account, kind: 'server', ids: [1] } as const;

/** What is known of the parts of a server with these lists. */
async function partsOf(
  lists: readonly (readonly [KindId, readonly number[], readonly Resource[]])[],
  more: Partial<KnownList> = {},
  health?: Resource,
) {
  const knowledge = new Knowledge();
  const servers = { account, kind: 'server', parents: [] } as const;
  knowledge.addList({ collection: servers, items: [{ id: 1 }], isWhole: true });
  for (const [kind, parents, items] of lists)
    knowledge.addList({ collection: { account, kind, parents }, items, isWhole: true, ...more });
  if (health) knowledge.addHealth({ reference: server, resource: health });
  const fingerprints = new Fingerprints();
  await fingerprints.learn(knowledge);
  const [parts = {}] = partsOfServers(knowledge, partIds, 0, fingerprints).values();
  return (part: PartId) => {
    const { items = [], isWhole } = parts[part] ?? {};
    return { isWhole, items: items.map(({ reference: { ids }, ...item }) => ({ ids, ...item })) };
  };
}

describe('What a filter knows of a server', () => {
  it('is nothing without lists', async () => {
    const parts = await partsOf([]);
    const whole = partIds.filter((part) => parts(part).isWhole);
    assert.deepEqual(whole, ['server']);
  });

  it('are versions of PHP, empty without one, and absent if the service names none', async () => {
    const applications = [
      { id: 1, name: 'a', phpVersion: 'php81' },
      { id: 2, name: 'b', phpVersion: null },
      { id: 3, name: 'c' },
    ];
    const parts = await partsOf([['webApplication', [1], applications]]);
    assert.deepEqual(parts('webApplication'), {
      isWhole: true,
      items: [
        { ids: [1, 1], name: 'a', php: '8.1' },
        { ids: [1, 2], name: 'b', php: '' },
        { ids: [1, 3], name: 'c' },
      ],
    });
  });

  it('are the domains of all its web applications, whole only with each list', async () => {
    const applications = [{ id: 1 }, { id: 2 }];
    const first = [['domain', [1, 1], [{ id: 5, name: 'a.example' }]] as const];
    const some = await partsOf([['webApplication', [1], applications], ...first]);
    assert.equal(some('domain').isWhole, false);
    const both = [...first, ['domain', [1, 2], [{ id: 6, name: 'b.example' }]] as const];
    const all = await partsOf([['webApplication', [1], applications], ...both]);
    assert.deepEqual(
      [all('domain').isWhole, all('domain').items.map(({ name }) => name)],
      [true, ['a.example', 'b.example']],
    );
  });

  it('are both kinds of jobs', async () => {
    const one = await partsOf([['cronJob', [1], [{ id: 1, label: 'Backup' }]]]);
    assert.equal(one('job').isWhole, false);
    const both = await partsOf([
      ['cronJob', [1], [{ id: 1, label: 'Backup' }]],
      ['supervisorJob', [1], [{ id: 1, label: 'Queue' }]],
    ]);
    assert.deepEqual(
      [both('job').isWhole, both('job').items.map(({ name }) => name)],
      [true, ['Backup', 'Queue']],
    );
  });

  it('are fingerprints of keys, as ssh-keygen writes them, but of nothing else', async () => {
    const blob = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
    const keys = [
      { id: 1, label: 'a', publicKey: `ssh-ed25519 ${blob} ada@example.com` },
      { id: 2, label: 'b', publicKey: 'ssh-ed25519 %%%' },
      { id: 3, label: 'c' },
    ];
    const hash = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
    const parts = await partsOf([['sshKey', [1], keys]]);
    assert.deepEqual(parts('sshKey').items, [
      { ids: [1, 1], name: 'a', fingerprint: `SHA256:${hash.replaceAll('=', '')}` },
      { ids: [1, 2], name: 'b' },
      { ids: [1, 3], name: 'c' },
    ]);
  });

  it('is how full it is, as far as its report says', async () => {
    const report = { usedMemory: 500, totalMemory: 1_000, usedDiskSpace: null };
    const parts = await partsOf([], {}, report);
    assert.deepEqual(parts('health'), {
      isWhole: true,
      items: [{ ids: [1], name: '', memory: 0.5 }],
    });
  });

  it("isn't whole in lists of an earlier session, or that are incomplete", async () => {
    const users = [['systemUser', [1], [{ id: 1, username: 'root' }]] as const];
    for (const more of [{ isOld: true }, { isWhole: false }]) {
      const { isWhole, items } = (await partsOf(users, more))('systemUser');
      assert.deepEqual([isWhole, items.length], [false, 1]);
    }
  });
});
