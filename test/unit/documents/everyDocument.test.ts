import assert from 'node:assert/strict';
import { DocumentError } from '../../../src/documents/writing/outcome';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { toContent } from '../../../src/documents/content';
import type { Resource } from '../../../src/resources/kinds/kind';
import { type KindId, type ResourceKind, kinds, lineage } from '../../../src/resources/kinds/kinds';
import {
  parseDocumentPath,
  type ResourceReference,
  toPathValues,
} from '../../../src/resources/reference';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { at, editables } from '../../support/documents/editables';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { allTests, eachTest } from '../../support/eachTest';

/** The first of a kind in the sandbox, below the first of each parent kind. */
function firstOf({ id }: ResourceKind): ResourceReference {
  const count = lineage(id).filter(({ variable }) => variable).length;
  // The first web application has neither.
  const only: Partial<Record<KindId, readonly number[]>> = {
    gitRepository: [1, 104],
    installer: [3, 304, 304],
  };
  const ids = only[id] ?? [1, 101, 101].slice(0, count);
  return { account: 'service', kind: id, ids };
}

describe('An opened document', () => {
  const world = allTests(startActionWorld);

  /** The service's answer to a read of a resource. */
  function get(
    { versions, path }: Endpoint,
    reference: ResourceReference,
  ): Promise<Record<string, unknown>> {
    const [version] = Object.keys(versions);
    const filled = Object.entries(toPathValues(reference)).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      path,
    );
    return world.probe.call('GET', `/api/${version}${filled}`);
  }

  for (const kind of kinds) {
    const { read, parts = [] } = kind.operations;
    if (!read || kind.document?.text) continue;

    it(`shows the service's data: ${kind.id}`, async () => {
      const reference = firstOf(kind);
      const editor = new FakeEditor(world.context(new ScriptedPrompts()).client, reference);
      await editor.open();
      const live = await get(read, reference);
      for (const part of parts) live[part.member] = await get(part.read, reference);
      assert.deepEqual(JSON.parse(editor.text), toContent(kind, live as Resource));
    });
  }
});

describe('A saved document', () => {
  for (const { name, document, field, ...each } of editables) {
    describe(`of ${name}`, () => {
      const world = allTests(startActionWorld);
      const editor = eachTest(async () => {
        for (const spec of each.missing ?? []) await world.probe.addFault(spec);
        const reference = parseDocumentPath(`/server-management/service/${document}`);
        assert.ok(reference);
        const opened = new FakeEditor(world.context(new ScriptedPrompts()).client, reference);
        await opened.open();
        return opened;
      });

      async function type(value: unknown): Promise<void> {
        const content = { ...(JSON.parse(editor.text) as object), ...each.unsaid };
        const names = field.split('.');
        const last = names.pop() ?? '';
        const holder = names.length > 0 ? at(content, names.join('.')) : content;
        Object.assign(holder as object, { [last]: value });
        await editor.type(JSON.stringify(content));
      }

      it('sends only what was changed', async () => {
        const before = await world.probe.call('GET', each.read);
        const value = each.values.find((other) => other !== at(JSON.parse(editor.text), field));
        await type(value);
        await world.probe.forgetRequests();
        assert.equal(await editor.save(), 'saved');
        const writes = (await world.probe.requests())
          .filter(({ method, path }) => method !== 'GET' && !each.missing?.includes(`404:${path}`))
          .map(({ method, path, body }) => ({ method, path, body: body ?? null }));
        assert.deepEqual(writes, [each.sends(value, before)]);
        await editor.reload();
        assert.equal(at(JSON.parse(editor.text), field), value);
      });

      it('finds the fields of a rejection', async () => {
        await type(each.refused);
        const { text } = editor;
        assert.equal(await editor.save(), 'failed');
        const { error } = editor;
        assert.ok(error instanceof DocumentError, String(error));
        assert.equal(error.problems[0]?.path.at(-1), each.refusedAt);
        assert.deepEqual([editor.isDirty, editor.text], [true, text]);
      });
    });
  }
});
