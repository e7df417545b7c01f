import assert from 'node:assert/strict';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { parseDocumentPath } from '../../../src/resources/reference';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { at, editables } from '../../support/documents/editables';
import { FakeEditor } from '../../support/documents/fakeEditor';
import { allTests, eachTest } from '../../support/eachTest';

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
