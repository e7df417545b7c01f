import assert from 'node:assert/strict';
import type { Endpoint } from '../../../src/api/contract/endpoint';
import { actions } from '../../../src/actions/actions';
import { secretFields, toDraftContent } from '../../../src/documents/creations/creation';
import { creations } from '../../../src/documents/creations/creations';
import type { Field } from '../../../src/documents/creations/fields';
import { toDraftsSchema } from '../../../src/documents/schema';
import { kinds } from '../../../src/resources/kinds/kinds';

/** The members of a request that a question provides; for schedules, see API §2.3. */
function membersOf(field: Field): readonly string[] {
  if (field.type === 'schedule') return ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'];
  if (field.type === 'settings') return field.fields.map(({ name }) => name);
  return [field.name ?? assert.fail('A switch of no member')];
}

function membersSent({ body }: Endpoint): string[] {
  return namesIn((body as { shape?: object } | undefined)?.shape ?? {});
}

function namesIn(object: object): string[] {
  return Object.keys(object).toSorted();
}

describe('The fields of a new resource', () => {
  for (const kind of kinds) {
    const creation = creations[kind.id];
    const forms = actions.filter(
      (action) =>
        // An alias is created from a web application's row and has no draft.
        /\.(create(?!Alias)|apply|connect)/.test(action.command) && kind.id === action.kind,
    );
    if (!creation) {
      it(`don't exist for a ${kind.id}, which has neither a form nor a draft`, () => {
        assert.deepEqual(forms, []);
      });
      continue;
    }

    it(`are the same in form, draft and request: ${kind.id}`, () => {
      assert.ok(forms.length > 0, 'it has no form');
      for (const { command, endpoint, fields } of forms) {
        const asked = (fields?.() ?? []).flatMap(membersOf);
        assert.deepEqual(asked.toSorted(), membersSent(endpoint), command);
      }
      const ways = [creation, ...(creation.variants ?? [])];
      assert.deepEqual(
        new Set(forms.map(({ endpoint }) => endpoint.id)),
        new Set(ways.map(({ endpoint }) => endpoint.id)),
        'a form and a draft must create the same',
      );
      const typed = namesIn(toDraftsSchema(kind)?.properties ?? {});
      assert.deepEqual(
        typed.filter((name) => !ways.some(({ endpoint }) => membersSent(endpoint).includes(name))),
        [],
      );
      for (const way of ways) {
        const documented = membersSent(way.endpoint);
        const secrets = secretFields(way).map(({ name }) => name);
        assert.deepEqual(
          [...typed.filter((name) => documented.includes(name)), ...secrets].toSorted(),
          documented,
        );
        const start = namesIn(toDraftContent(way));
        assert.deepEqual(
          start.filter((name) => !documented.includes(name) || secrets.includes(name)),
          [],
          "a draft starts with a field that can't be sent",
        );
      }
    });
  }
});
