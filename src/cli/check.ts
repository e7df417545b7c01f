import { describe } from './connect';
import { openOwn, type Steps } from './folder';
import type { Settings } from './options';
import { type Entry, type Found, toEntry } from './output';
import { t } from '../base/l10n';
import { inPieces } from '../base/pieces';
import { lineOf, tryParse } from '../documents/content';
import { findAreas } from '../findings/areas';
import { evaluate } from '../findings/evaluate';
import type { Finding } from '../findings/finding';
import { fieldOf } from '../findings/inDocument';
import { readKnowledge } from '../findings/readKnowledge';
import { countFindings, describeUnchecked } from '../findings/view/words';
import type { Disk } from '../pending/folders/folderFiles';
import { byKey, keyOf } from '../pending/folders/layout';
import { findKind } from '../resources/kinds/kinds';
import { namesOf } from '../resources/names/resourceNames';
import { idsOf, parentOf, type Target } from '../resources/reference';
import { facetsOf } from '../resources/search/arrange';
import { Filter } from '../resources/search/filter';

/** What needs attention; with a folder, in which of its files. */
export async function check(steps: Steps, disk: Disk, settings: Settings): Promise<Found> {
  const filter = new Filter(settings.filter);
  const [unknown] = [...filter.misunderstood, ...filter.partWords];
  if (unknown !== undefined) throw new Error(t('--filter doesn\'t know "{0}".', unknown));
  const findPlace = settings.folder === undefined ? undefined : await readPlaces(steps, disk);
  const { knowledge, failures, find } = await readKnowledge({
    ...steps,
    onProgress: (done, total) => steps.progress(t('{0} of {1}', done, total), done / total),
    matches: (server) => filter.matches(facetsOf(server, findKind('server').present(server))),
  });
  const context = { now: Date.now(), isPending: () => false };
  const { findings } = await inPieces(evaluate(knowledge, context));
  const names = namesOf(find);
  const entries = findings.map(async (finding) => {
    const { rule, severity, target, sentence } = finding;
    const place = await findPlace?.(finding);
    return toEntry('finding', target, names, { severity, rule, text: sentence(), ...place });
  });
  const unchecked = (await inPieces(findAreas(knowledge, [steps.account.id])))
    .filter(({ checked, total }) => checked < total)
    .map((area) => t('Not checked: {0}.', describeUnchecked(area)));
  return {
    summary: [`${countFindings(findings)}.`, ...unchecked],
    entries: await Promise.all(entries),
    unread: [...new Set(failures.map(describe))],
  };
}

/** Finds the file of a finding's resource, or of what contains it. */
async function readPlaces(steps: Steps, disk: Disk) {
  const { lock, files } = await openOwn(steps, disk);
  const { id } = lock.account;
  const paths = byKey(id, lock.files);
  return async ({ rule, target }: Finding): Promise<Pick<Entry, 'file' | 'line' | 'column'>> => {
    for (let at: Target | undefined = target; at; at = parentOf(at)) {
      const [file] = paths.get(keyOf(id, { kind: at.kind, ids: idsOf(at) })) ?? [];
      if (!('ids' in at) || file === undefined || !files.has(file)) continue;
      const text = await files.read(file);
      const content = typeof text === 'string' ? tryParse(text) : undefined;
      const field = content && at === target && fieldOf({ rule, target }, content);
      if (typeof text !== 'string' || !field) return { file, line: 1, column: 1 };
      return { file, ...lineOf({ reason: 'refused', path: [field] }, text) };
    }
    return {};
  };
}
