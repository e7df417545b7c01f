import assert from 'node:assert/strict';
import {
  clientOfSandbox,
  collectionOfKind,
  create,
  filled,
  type SandboxClient,
  toReference,
} from '../../support/documents/draftCases';
import { checkAnswer, parseAnswer } from '../../../src/api/answer';
import { creations } from '../../../src/documents/creations/creations';
import { toDraftContent } from '../../../src/documents/creations/creation';
import { findKind, kinds } from '../../../src/resources/kinds/kinds';
import { isObject, type JsonObject } from '../../../src/base/json';

const context = {
  operation: { method: 'POST', path: '/' } as const,
  source: 'documented' as const,
  secrets: [],
  now: 0,
  status: 201,
};

/** Answers that a service may give, other than the one in the reference. */
interface Deviation {
  readonly name: string;
  /** The body of the answer as received. */
  readonly of: (answer: JsonObject) => string;
}

const wholes: readonly Deviation[] = [
  { name: 'an empty object', of: () => '{}' },
  { name: 'nothing', of: () => '' },
  { name: 'a text', of: () => 'Created.' },
  { name: 'a message alone', of: () => '{"message":"Created."}' },
  { name: 'a number', of: () => '1' },
  { name: 'null', of: () => 'null' },
  { name: 'half of it', of: (answer) => JSON.stringify(answer).slice(0, 20) },
];

function oneField(field: string): readonly Deviation[] {
  return [
    {
      name: `without ${field}`,
      of: ({ [field]: _left, ...rest }) => JSON.stringify(rest),
    },
    { name: `with ${field} null`, of: (answer) => JSON.stringify({ ...answer, [field]: null }) },
    {
      name: `with ${field} of another type`,
      of: (answer) => JSON.stringify({ ...answer, [field]: { unexpected: true } }),
    },
  ];
}

/** The fields that an answer's schema names. */
function fieldsOf(answer: unknown): readonly string[] {
  const { shape = {} } = answer as { readonly shape?: object };
  return Object.keys(shape);
}

describe('A draft that the service accepted with any answer', () => {
  const documented = kinds.filter(({ id }) =>
    Object.values(creations[id]?.endpoint.versions ?? {}).includes('documented'),
  );
  let count = 0;

  for (const { id: kind } of documented) {
    const creation = creations[kind];
    assert.ok(creation);
    const { endpoint } = creation;
    const deviations = [...wholes, ...fieldsOf(endpoint.answer).flatMap(oneField)];
    count += deviations.length;

    it(`becomes one identified ${kind}: ${deviations.length} answers`, async () => {
      for (const { name, of } of deviations) {
        const client = clientOfSandbox();
        let sent = 0;
        const distorted: SandboxClient = {
          ...client,
          async write(target, { endpoint: { id }, body }) {
            sent += 1;
            assert.equal(id, endpoint.id);
            const answer = await client.app.exchangeUnchecked(
              toReference(target),
              { endpoint },
              body,
            );
            assert.ok(isObject(answer) || Array.isArray(answer));
            const text = of(answer as JsonObject);
            const json = parseAnswer({ status: 201, headers: new Headers(), body: text }, context);
            return checkAnswer(endpoint.answer, json, context);
          },
        };
        const collection = collectionOfKind(kind);
        const body: JsonObject = { ...toDraftContent(creation), ...filled[kind] };
        // Each has a sandbox of its own.
        const made = await create(distorted, collection, body);
        assert.equal(sent, 1, name);
        assert.ok(made, `${name}: the new resource isn't identified`);
        const resource = await client.app.read(made);
        const label = ['name', 'label', 'username'].find((each) => each in (filled[kind] ?? {}));
        if (label) assert.equal(resource[label], body[label], name);
        if (!findKind(kind).variable || !label) continue;
        const items = await client.list(collection);
        assert.equal(items.filter((item) => item[label] === body[label]).length, 1, name);
      }
    });
  }

  it('is tried with at least 144 answers', () => {
    assert.ok(
      documented.length >= 6 && count >= 144,
      `${documented.length} kinds, ${count} answers`,
    );
  });
});
