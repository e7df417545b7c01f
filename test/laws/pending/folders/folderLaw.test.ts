import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { hasFiles } from '../../../../src/pending/folders/fileContent';
import { kindOf } from '../../../../src/pending/folders/layout';
import type { Resource } from '../../../../src/resources/kinds/kind';
import { kinds, lineage, type ResourceKind } from '../../../../src/resources/kinds/kinds';
import { FolderWorld } from '../../../support/pending/folders/folderWorld';
import { law } from '../../../support/laws/law';
import { fromSchema } from '../../../support/fromSchema';

/** Kinds with files, and their parents' kinds. */
const exported = kinds.filter(
  (kind) =>
    hasFiles(kind) ||
    kinds.some((each) => hasFiles(each) && lineage(each.id).some(({ id }) => id === kind.id)),
);

/** Data that a service may return, with the most hostile names. */
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('../..', 'CON', 'nul.txt', '.git', 'a'.repeat(400), 'Same', 'same', ''),
);

function itemOf(kind: ResourceKind): fc.Arbitrary<Resource> {
  return fc.tuple(fromSchema(kind.schema), name).map(([fields, text]) => ({
    ...(fields as Resource),
    ...('name' in (fields as object) ? { name: text } : {}),
    ...('label' in (fields as object) ? { label: text } : {}),
  }));
}

const accounts = fc.tuple(
  ...exported.map((kind) => fc.array(itemOf(kind), { minLength: 1, maxLength: 2 })),
);

describe('An exported account with any content', () => {
  const count = { files: 0 };
  const seen = new Set<string>();
  law(
    'has safe paths, and plans nothing until something changes',
    {
      runs: 30,
      counts: count,
      afterwards: () => {
        for (const kind of exported) if (hasFiles(kind)) assert.ok(seen.has(kind.id), kind.id);
      },
    },
    fc.asyncProperty(accounts, async (items) => {
      const world = new FolderWorld();
      for (const [index, kind] of exported.entries()) {
        const parents = lineage(kind.id)
          .slice(0, -1)
          .filter(({ variable }) => variable);
        const own = world.at(kind.id, ...parents.map(() => 1));
        const isOne = kind.variable === undefined;
        for (const [place, item] of (items[index] ?? []).entries()) {
          if (!isOne || place === 0) own.push({ ...item, id: place + 1 });
        }
      }
      count.files += await world.export();
      const plan = await world.plan();
      assert.deepEqual(
        [plan.changed, plan.created, plan.deleted, plan.drifted, plan.problems, plan.unknown],
        [[], [], [], [], [], []],
      );
      const before = new Map(world.files.texts);
      await world.update();
      assert.deepEqual(world.files.texts, before);
      before.delete('.gitattributes');
      for (const path of before.keys()) {
        assert.doesNotMatch(path, /(^|\/)(\.|con\.|nul\.)|[<>:"\\|?*]|[. ]\//i);
        seen.add(kindOf(path)?.id ?? '');
      }
    }),
  );
});
