import { describe } from './connect';
import { fromOne, namesIn, openFolder, type Steps } from './folder';
import type { Settings } from './options';
import { type Entry, type Found, toEntry } from './output';
import { t } from '../base/l10n';
import { inPieces } from '../base/pieces';
import { findPart, placeIn, tryParse } from '../documents/content';
import { findAreas } from '../findings/areas';
import { evaluate } from '../findings/evaluate';
import type { Finding } from '../findings/finding';
import { fieldOf } from '../findings/inDocument';
import { readKnowledge } from '../findings/readKnowledge';
import { describeArea, nameArea } from '../findings/view/words';
import type { Disk } from '../pending/folders/folderFiles';
import { keyOf } from '../pending/folders/layout';
import { readLocked } from '../pending/folders/readFiles';
import { findKind } from '../resources/kinds/kinds';
import { idsOf, parentOf, type Target } from '../resources/reference';
import { facetsOf } from '../resources/search/arrange';
import { Filter } from '../resources/search/filter';

/** What needs attention; with a folder, in which of its files. */
export async function check(steps: Steps, disk: Disk, settings: Settings): Promise<Found> {
  const filter = new Filter(settings.filter);
  const [unknown] = [...filter.misunderstood, ...filter.partWords];
  if (unknown !== undefined) throw new Error(t('--filter doesn\'t know "{0}".', unknown));
  const placeOf =
    settings.folder === undefined ? () => Promise.resolve({}) : await readPlaces(steps, disk);
  const { connected, signal, progress } = steps;
  const { account, client } = connected;
  const { knowledge, failures, find } = await readKnowledge({
    account,
    client,
    signal,
    onProgress: (done, total) => progress(t('{0} of {1}', done, total), done / total),
    matches: (server) => filter.matches(facetsOf(server, findKind('server').present(server))),
  });
  const names = namesIn(find);
  const { findings } = await inPieces(
    evaluate(knowledge, { now: Date.now(), isPending: () => false }),
  );
  const entries = findings.map(async (finding) => {
    const { rule, severity, target, sentence } = finding;
    const place = await placeOf(finding);
    return toEntry('finding', target, names, { severity, rule, text: sentence(), ...place });
  });
  const areas = await inPieces(findAreas(knowledge, [account.id]));
  const unchecked = areas
    .filter(({ checked, total }) => checked < total)
    .map((area) => t('Not checked: {0}.', t('{0}: {1}', nameArea(area.id), describeArea(area))));
  const { length } = findings;
  const count = length === 1 ? t('1 finding') : t('{0} findings', length);
  return {
    summary: [`${length === 0 ? t('No findings') : count}.`, ...unchecked],
    entries: await Promise.all(entries),
    unread: [...new Set(failures.map(describe))],
  };
}

/** Finds the file of a finding's resource, or of what contains it. */
async function readPlaces(steps: Steps, disk: Disk) {
  const { account, files, known } = await openFolder(steps, disk, readLocked);
  return async ({ rule, target }: Finding): Promise<Pick<Entry, 'file' | 'line' | 'column'>> => {
    for (let at: Target | undefined = target; at; at = parentOf(at)) {
      const file = known.get(keyOf(account, { kind: at.kind, ids: idsOf(at) }))?.path;
      if (!('ids' in at) || file === undefined || !files.has(file)) continue;
      const text = await files.read(file);
      const content = typeof text === 'string' ? tryParse(text) : undefined;
      const field = content && at === target && fieldOf({ rule, target }, content);
      if (typeof text !== 'string' || !field) return { file, line: 1, column: 1 };
      const { offset } = findPart({ reason: 'refused', path: [field] }, text);
      return { file, ...fromOne(placeIn(text, offset)) };
    }
    return {};
  };
}
