import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Confirmation } from '../../../src/base/questions';
import { performRevert, type Reverted } from '../../../src/pending/reverts';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { law } from '../../support/laws/law';
import type { RevertContext } from '../../../src/pending/reverts';
import { ApiError } from '../../../src/api/errors';

const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
const path = '/api/v3/servers/1/security/firewalls';
const rule = { type: 'rich', protocol: 'tcp', ipAddress: '192.0.2.0/24', firewallAction: 'accept' };

class CarefulPerson extends ScriptedPrompts {
  override confirm(confirmation: Confirmation): Promise<boolean> {
    confirmation.otherWay?.choose();
    return super.confirm(confirmation);
  }
}

const story = fc.record({
  created: fc.integer({ min: 0, max: 2 }),
  deleted: fc.subarray([101, 102, 103]),
  /** For each request of the revert: what goes wrong. */
  fates: fc.array(fc.constantFrom('', '', '', 'dies', 'lost', 'lost late', 'refused'), {
    minLength: 8,
    maxLength: 8,
  }),
  /** Before which request others create a rule. */
  others: fc.nat(8),
  /** Before which request they delete which. */
  othersDelete: fc.record({ before: fc.nat(8), id: fc.constantFrom(101, 102, 103, 104) }),
});

/** What only one of both has. */
function difference(one: readonly string[], other: readonly string[]): readonly string[] {
  return [
    ...one.filter((each) => !other.includes(each)),
    ...other.filter((each) => !one.includes(each)),
  ];
}

describe('A revert whose window dies, whose answers are lost, and while others change rules', () => {
  const count = { old: 0, said: 0, died: 0, others: 0 };
  law(
    'ends with all rules as before, or says that it did not',
    {
      runs: 60,
      counts: count,
      afterwards: () => assert.ok(count.old > 0 && count.said > 0 && count.others > 0),
    },
    fc.asyncProperty(story, async ({ created, deleted, fates, others, othersDelete }) => {
      const world = await startActionWorld();
      try {
        const context = world.context(new CarefulPerson());
        const list = async (): Promise<readonly string[]> => {
          const { data } = (await world.probe.call('GET', path)) as { data: { port: string }[] };
          return data.map(({ port }) => port).toSorted();
        };
        await context.store.all(rules);
        const before = await list();
        for (let index = 0; index < created; index += 1) {
          await runCommand(context, 'serverManagement.createFirewallRule', [rules], {
            ...rule,
            port: 8_000 + index,
          });
        }
        for (const id of deleted) {
          const gone = { account: 'service', kind: 'firewallRule', ids: [1, id] } as const;
          await runCommand(context, 'serverManagement.delete', [gone]);
        }
        await runCommand(context, 'serverManagement.deployFirewallRules', [rules]);
        const [revert = assert.fail()] = world.reverts.all;
        const changed = await list();
        let inForce = changed;
        let number = 0;
        /** What others created or deleted. */
        const foreign = new Set<string>();
        const { client } = context;
        const write = client.write.bind(client);
        let died: () => void = () => undefined;
        client.write = async (...given) => {
          const fate = fates[number] ?? '';
          const earlier = await list();
          if (number === others) await world.probe.call('POST', path, { ...rule, port: 9_000 });
          if (number === othersDelete.before) {
            const gone = `${path}/${othersDelete.id}`;
            // The person may have deleted it.
            await world.probe.call('DELETE', gone).catch(() => undefined);
          }
          const later = await list();
          for (const port of difference(earlier, later)) foreign.add(port);
          number += 1;
          const [, { endpoint }] = given;
          const failed = (reason: 'network' | 'forbidden'): ApiError =>
            new ApiError(reason, { method: endpoint.method, path }, fate);
          if (fate === 'refused') throw failed('forbidden');
          const answer = fate === 'lost' ? undefined : await write(...given);
          if (answer !== undefined && endpoint.method === 'PUT') inForce = await list();
          if (fate === 'dies') {
            died();
            return new Promise(() => undefined);
          }
          if (fate.startsWith('lost')) throw failed('network');
          return answer;
        };
        let reverted: Reverted | undefined;
        for (let attempt = 0; attempt < 6 && reverted?.outcome !== 'done'; attempt += 1) {
          const death = new Promise<undefined>((resolve) => {
            died = () => resolve(undefined);
          });
          reverted = await Promise.race([
            performRevert(context as RevertContext & typeof context, revert),
            death,
          ]);
          const [listed, forced] = [await list(), inForce].map((ports) =>
            String(ports.filter((port) => !foreign.has(port))),
          );
          const [old, wanted] = [before, changed].map((ports) =>
            String(ports.filter((port) => !foreign.has(port))),
          );
          // The rules in force are always all old or all new.
          assert.ok(forced === old || forced === wanted, forced);
          if (!reverted) count.died += 1;
          else if (reverted.outcome === 'done') {
            count.old += 1;
            assert.deepEqual([listed, forced], [old, old]);
            assert.equal(reverted.others, difference(before, await list()).length);
            if (reverted.others > 1) count.others += 1;
          } else {
            count.said += 1;
            const isHalf = listed !== old && listed !== wanted;
            if (isHalf) assert.ok(reverted.isPartly, `${listed} isn't said to be partly reverted`);
          }
        }
      } finally {
        await world.close();
      }
    }),
  );
});
