import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isCredentialField } from '../../../src/api/credentials';
import { oddFieldsOf } from '../../../src/api/lenient';
import { unseenFirewall } from '../../support/panelContext';
import { foreign, toRaw } from '../../../src/base/foreignText';
import type { JsonObject } from '../../../src/base/json';
import { parseText, toContent, toText } from '../../../src/documents/content';
import { canWrite, planSave } from '../../../src/documents/plan/savePlan';
import type { PanelKind } from '../../../src/panels/panelKind';
import { findPanelKind, findTablePanel } from '../../../src/panels/panelKinds';
import { toEntry } from '../../../src/resources/index/resourceIndex';
import type { Resource } from '../../../src/resources/kinds/kind';
import { kinds, lineage, type ResourceKind } from '../../../src/resources/kinds/kinds';
import { summarize } from '../../../src/resources/storage/summary';
import { ResourceClient } from '../../../src/resources/resourceClient';
import type { ResourceReference } from '../../../src/resources/reference';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { facetsOf } from '../../../src/resources/search/arrange';
import { listResources, readResource } from '../../../src/agents/tools/tools';
import { toModelText } from '../../../src/agents/tools/callTool';
import type { AgreedServices, Tool } from '../../../src/agents/tools/tool';
import { exampleOf, isArrayShape } from '../../contract/literal/checkShape';
import { narrower } from '../../contract/literal/deviations';
import { documented } from '../../contract/literal/documented';
import { observed } from '../../contract/literal/observed';
import type { ObjectShape, Shape } from '../../contract/literal/shape';
import { law } from '../../support/laws/law';
import { marker, odd, oddities, type Oddity, put } from '../../support/oddities';
import { clientOf } from '../../support/testClient';

const operations = [...documented, ...observed];

/** The shape of one resource in the answer to an operation of the reference. */
function shapeOf(id: string): ObjectShape | undefined {
  const response = operations.find((each) => each.id === id)?.response;
  const within = isList(response) ? response.data : response;
  const one = within !== undefined && isArrayShape(within) ? within[0] : within;
  if (typeof one !== 'object' || isArrayShape(one)) return undefined;
  const fields = narrower[id];
  if (fields) return Object.fromEntries(fields.map((name) => [name, one[name] ?? 'anything']));
  return one['*'] === undefined ? one : (one['*'] as ObjectShape);
}

function isList(shape: Shape | undefined): shape is ObjectShape & { readonly data: Shape } {
  return typeof shape === 'object' && !isArrayShape(shape) && 'data' in shape;
}

/** A client that gets the same answer to every request. */
function clientWith(answer: unknown): ResourceClient {
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(answer));
  const client = clientOf('http://service.test', { fetch });
  return new ResourceClient({ client: () => Promise.resolve(client) });
}

const account = 'service';

function idsOf(kind: ResourceKind): number[] {
  return lineage(kind.id)
    .filter(({ variable }) => variable)
    .map(() => 7);
}

/** Everything that works with a resource must also work with an odd one. */
function use(kind: ResourceKind, resource: Resource, { path, answered, meant }: Oddity): void {
  const presentation = kind.present(resource);
  assert.ok(toRaw(presentation.label), 'the resource has no name');
  const words = [presentation.label, presentation.description ?? '', presentation.state ?? ''];
  const facts = (presentation.facts ?? []).map(([, value]) => value);
  for (const text of [...words, ...facts]) {
    assert.doesNotMatch(toRaw(text), /undefined|null|NaN|\[object/);
  }
  const content = toContent(kind, resource);
  const text = toText(content);
  assert.deepEqual(parseText(text), JSON.parse(text));
  facetsOf(resource, presentation);
  summarize(kind, resource);
  if (kind.variable) toEntry(kind.id, resource, presentation);
  if (kind.document?.editing && canWrite(kind, content)) {
    assert.deepEqual(planSave(kind, { base: content, mine: content, theirs: content }).writes, []);
  }

  const fields = oddFieldsOf(resource);
  assert.equal(fields.length, meant === odd ? 1 : 0, "the odd field isn't reported");
  if (meant !== odd) return;
  const at = fields[0]?.path ?? [];
  assert.deepEqual(at, path.slice(0, at.length), 'says where');
  if (!path.some(isCredentialField))
    assert.ok(text.includes(marker), 'the text lacks the received value');
  assert.ok(JSON.stringify(answered).includes(marker));
}

function assertMeant(resource: Resource, before: object, { path, answered, meant }: Oddity): void {
  if (meant === odd) return;
  // Both forms were observed for this field.
  const expected =
    path.join('.') === 'temporary' && answered !== '0' && answered !== '1' ? answered : meant;
  const wanted = put(before, path, expected);
  // Members that a kind adds from other reads aren't part of this answer.
  const own = Object.entries(resource).filter(([name]) => name in before);
  assert.deepEqual(Object.fromEntries(own), wanted);
}

async function showPanel(kind: ResourceKind, answer: unknown): Promise<void> {
  await showIn(findPanelKind(kind.id), { account, kind: kind.id, ids: idsOf(kind) }, answer);
}

async function showTable(kind: ResourceKind, answer: unknown): Promise<void> {
  await showIn(findTablePanel(kind.id), { account, kind: 'server', ids: [7] }, answer);
}

async function showIn(
  panel: PanelKind | undefined,
  reference: ResourceReference,
  answer: unknown,
): Promise<void> {
  const shown: unknown[] = [];
  const client = clientWith(answer);
  const context = { client, store: new ResourceStore(client), now: () => 0 };
  await panel?.open().load({
    ...context,
    nameOf: () => foreign('?'),
    describeError: String,
    firewall: unseenFirewall,
    reference,
    show: (content) => shown.push(content),
    signal: new AbortController().signal,
  });
  assert.doesNotMatch(JSON.stringify(shown), /undefined|NaN|\[object|"value":null,"isNumber/);
}

/** The text that a tool returns to a language model. */
async function runTool(tool: Tool, input: object, answer: unknown): Promise<string> {
  const services = { client: clientWith(answer) } as unknown as AgreedServices;
  const result = await tool.run(services, input, new AbortController().signal);
  const text = toModelText(JSON.stringify(result), 'mark');
  assert.doesNotMatch(text, /undefined|NaN|\[object/);
  return text;
}

/** These laws, one for each kind and operation, together have the time of two others. */
const options = { runs: 20, share: 1 / kinds.length };

describe('Any example answer with an odd field', () => {
  for (const kind of kinds) {
    const { list, read } = kind.operations;
    const listShape = list && shapeOf(list.id);
    if (list && listShape && kind.id !== 'service') {
      const example = exampleOf(listShape) as JsonObject;
      // Lines of a log are identified by their text.
      const rows = [1, 2, 3].map((id) => ({
        ...example,
        ...(kind.id === 'logEntry' ? { content: `text ${id}` } : { id }),
      }));
      const collection = { account, kind: kind.id, parents: idsOf(kind).slice(1) };
      law(
        `still yields rows: ${kind.names.many}`,
        options,
        fc.asyncProperty(oddities(listShape), async (oddity) => {
          const regular = (await clientWith({ data: rows }).page(collection, 1)).items;
          const { path, answered } = oddity;
          const data = rows.map((row, index) => (index === 1 ? put(row, path, answered) : row));
          const { items } = await clientWith({ data }).page(collection, 1);
          assert.equal(items.length, 3);
          const [before, changed, after] = items;
          assert.deepEqual([before, after], [regular[0], regular[2]]);
          assert.ok(changed);
          if (kind.id !== 'logEntry') assertMeant(changed, regular[1] ?? {}, oddity);
          use(kind, changed, oddity);
          await showTable(kind, { data });
          const { parents } = collection;
          const text = await runTool(listResources, { account, kind: kind.id, parents }, { data });
          assert.equal(text.split(`"kind":"${kind.names.one}"`).length, 4);
        }),
      );
    }
    const readShape = read && shapeOf(read.id);
    if (!read || !readShape) continue;
    const example = exampleOf(readShape) as JsonObject;
    const reference = { account, kind: kind.id, ids: idsOf(kind) };
    law(
      `still yields a document: ${kind.names.one}`,
      options,
      fc.asyncProperty(oddities(readShape), fc.boolean(), async (oddity, isWrapped) => {
        const answer = put(example, oddity.path, oddity.answered);
        const json = isWrapped ? { data: answer } : answer;
        const resource = await clientWith(json).read(reference);
        assertMeant(resource, example, oddity);
        use(kind, resource, oddity);
        await showPanel(kind, json);
        const text = await runTool(readResource, reference, json);
        const isHidden = oddity.meant !== odd || oddity.path.some(isCredentialField);
        assert.ok(isHidden || text.includes(marker), 'the text lacks the received value');
      }),
    );
  }
});
