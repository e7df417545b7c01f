import assert from 'node:assert/strict';
import { acceptedOutcome, type ActionCase } from '../../../support/actions/actionCase';
import { actionCases } from '../../../support/actions/cases';
import { startActionWorld } from '../../../support/actions/actionWorld';
import { runCommand } from '../../../support/actions/runCommand';
import { ScriptedPrompts } from '../../../support/actions/scriptedPrompts';
import type { Resource } from '../../../../src/resources/kinds/kind';
import { childKinds, findKind } from '../../../../src/resources/kinds/kinds';
import { collectionOf, type CollectionReference, toKey } from '../../../../src/resources/reference';
import { ResourceStore } from '../../../../src/resources/store/resourceStore';
import { eachTest } from '../../../support/eachTest';

/** The lists around the target that a person may have open: its own, those next to it, and those below it. */
function around({ command, target }: ActionCase): CollectionReference[] {
  const { account, kind } = target;
  const own = 'ids' in target ? collectionOf(target) : target;
  const { parent } = findKind(kind);
  const beside = parent
    ? childKinds(parent).map(({ id }) => ({ account, kind: id, parents: own.parents }))
    : [own];
  const below =
    'ids' in target && command !== 'serverManagement.delete'
      ? childKinds(kind).map(({ id }) => ({ account, kind: id, parents: target.ids }))
      : [];
  // A log grows on its own.
  return [...beside, ...below].filter(
    ({ kind: id }) => id !== 'logEntry' && findKind(id).operations.list,
  );
}

/** What a list shows of each resource, as far as a new list also has it. */
function shownAs(shown: readonly Resource[], fresh: readonly Resource[]): unknown[] {
  return shown.map((resource, index) =>
    Object.fromEntries(
      Object.entries(resource).filter(([name]) => name in (fresh[index] ?? resource)),
    ),
  );
}

describe('Data shown after an action isn’t outdated', () => {
  const world = eachTest(startActionWorld);

  for (const each of actionCases) {
    const { command, target, request, answers = {} } = each;
    it(`${command} on a ${target.kind}: ${request.method} ${request.path}`, async () => {
      const context = world.context(new ScriptedPrompts({ answers }));
      const { store, client } = context;
      const collections = around(each);
      await Promise.all(collections.map((collection) => store.all(collection)));
      if ('ids' in target && findKind(target.kind).operations.read) {
        await store.read(target).catch(() => undefined);
      }
      const { status } = await runCommand(context, command, [target]);
      assert.equal(status, acceptedOutcome(each));
      const reader = new ResourceStore(client);
      for (const collection of collections) {
        const shown = store.peek(collection)?.items;
        if (!shown) continue;
        const fresh = (await reader.all(collection)).items;
        assert.deepEqual(shownAs(shown, fresh), shownAs(fresh, shown), toKey(collection));
      }
      if (!('ids' in target) || command === 'serverManagement.delete') return;
      const shown = store.find(target);
      if (!shown || !findKind(target.kind).operations.read) return;
      const fresh = await reader.read(target);
      assert.deepEqual(shownAs([shown], [fresh]), shownAs([fresh], [shown]));
    });
  }
});
