import assert from 'node:assert/strict';
import { Fingerprints, partsOfServers } from '../../../src/findings/partsOfServers';
import { Knowledge } from '../../../src/findings/knowledge';
import type { Resource } from '../../../src/resources/kinds/kind';

const account = 'example';
const now = Date.UTC(2026, 0, 1);
const key = 'example/server/one/1';
const each = { advancedSSL: true };

/** The known data of a server with the web application 2 and the domains 3 and 4. */
interface World {
  readonly applications?: boolean;
  readonly domains?: boolean;
  readonly own?: Readonly<Record<number, Resource>>;
  /** By default, each domain has its own certificate. */
  readonly shared?: Resource | 'unread';
}

function certificatesIn({ applications = true, domains = true, own = {}, shared = each }: World) {
  const knowledge = new Knowledge();
  const add = (
    kind: 'server' | 'webApplication' | 'domain',
    parents: readonly number[],
    ids: readonly number[],
    isWhole: boolean,
  ): void =>
    knowledge.addList({
      collection: { account, kind, parents },
      items: ids.map((id) => ({ id, name: `${id}.example.com` })),
      isWhole,
    });
  add('server', [], [1], true);
  add('webApplication', [1], [2], applications);
  add('domain', [1, 2], [3, 4], domains);
  for (const [id, resource] of Object.entries(own)) {
    const ids = [1, 2, Number(id)];
    knowledge.addSingle({ reference: { account, kind: 'ssl', ids }, resource });
  }
  if (shared !== 'unread') {
    const reference = { account, kind: 'sharedSsl', ids: [1, 2] } as const;
    knowledge.addSingle({ reference, resource: shared });
  }
  return certificatesOf(knowledge);
}

function certificatesOf(knowledge: Knowledge) {
  const known = partsOfServers(knowledge, ['certificate'], now, new Fingerprints());
  return known.get(key)?.certificate ?? assert.fail('The server is known.');
}

const valid = { validUntil: '2026-03-01 00:00:00', renewalDate: '2026-02-01 00:00:00' };
const overdue = { validUntil: '2026-01-20 00:00:00', renewalDate: '2025-12-20 00:00:00' };
const none = { message: 'No SSL installed.' };

describe('The certificates on a server', () => {
  it('are those of all its domains, with failed renewals', () => {
    assert.deepEqual(certificatesIn({ own: { 3: valid, 4: overdue } }), {
      items: [
        {
          reference: { account, kind: 'ssl', ids: [1, 2, 3] },
          name: '3.example.com',
          end: Date.parse('2026-03-01T00:00:00'),
          hasFailed: false,
        },
        {
          reference: { account, kind: 'ssl', ids: [1, 2, 4] },
          name: '4.example.com',
          end: Date.parse('2026-01-20T00:00:00'),
          hasFailed: true,
        },
      ],
      isWhole: true,
    });
  });

  for (const [what, world] of [
    ['a certificate', { own: { 3: valid } }],
    ['some of the web applications', { applications: false, own: { 3: valid, 4: valid } }],
    ['some of the domains', { domains: false, own: { 3: valid, 4: valid } }],
    ['an end date', { own: { 3: valid, 4: { validUntil: 'soon' } } }],
    ['any end of a certificate', { own: { 3: valid, 4: { id: 9, method: 'custom' } } }],
    ['the end of the shared one', { shared: { certificate: { id: 9, method: 'custom' } } }],
    ['the certificate that the domains share', { own: { 3: valid, 4: valid }, shared: 'unread' }],
    ['the shared certificate', { own: { 3: none, 4: none }, shared: { advancedSSL: false } }],
  ] as const satisfies readonly (readonly [string, World])[]) {
    it(`aren't all known without ${what}`, () => {
      assert.equal(certificatesIn(world).isWhole, false);
    });
  }

  for (const [what, world] of [
    ['domains that share one', { shared: { advancedSSL: false, certificate: valid } }],
    ['a shared one, whatever else is unread', { domains: false, shared: { certificate: valid } }],
    ['domains without any', { own: { 3: none, 4: {} }, shared: { certificate: null } }],
    ['advanced mode', { own: { 3: none, 4: valid }, shared: { advancedSSL: true } }],
  ] as const satisfies readonly (readonly [string, World])[]) {
    it(`are all known with ${what}`, () => {
      assert.equal(certificatesIn(world).isWhole, true);
    });
  }

  it('include shared ones', () => {
    const { items } = certificatesIn({ shared: { certificate: overdue } });
    assert.deepEqual(
      items.map(({ hasFailed }) => hasFailed),
      [true],
    );
  });

  it('are unknown if nothing is known of the server', () => {
    const knowledge = new Knowledge();
    const collection = { account, kind: 'server', parents: [] } as const;
    knowledge.addList({ collection, items: [{ id: 1 }], isWhole: true });
    assert.deepEqual(certificatesOf(knowledge), { items: [], isWhole: false });
  });
});
