import * as vscode from 'vscode';
import { askText } from './askText';
import { pickAccount } from './pickers/pickAccount';
import { mapOutcome, runWizard, type Step } from '../../base/questions/wizard';
import { showPick } from '../editor/quickInput';
import type { PickServices } from './pickers/pickResource';
import type { ResourceId } from '../../resources/kinds/kind';
import { type KindId, findKind, lineage } from '../../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
} from '../../resources/reference';
import { formats, t } from '../../base/l10n';

/** A resource that the person wants to add to the tree. */
interface Wanted {
  readonly reference: ResourceReference;
  /** Undefined if the service returns the name. */
  readonly name: string | undefined;
}

/** Kinds that can be used by id although no operation lists them (API §4). */
const kindsById: readonly KindId[] = [
  'server',
  'webApplication',
  'domain',
  'systemUser',
  'canvas',
  'integration',
];

/**
 * Asks for the id of a resource, and for a name if no list has it.
 * @param place where to add it, if known.
 */
export async function askForId(
  services: Omit<PickServices, 'explorer'>,
  place: CollectionReference | undefined,
): Promise<Wanted | undefined> {
  const { store } = services;
  const account = place?.account ?? (await pickAccount(services))?.id;
  if (account === undefined) return undefined;
  const kind = place && kindsById.includes(place.kind) ? place.kind : await askForKind(services);
  if (!kind) return undefined;
  const given = place?.kind === kind ? place.parents : [];
  const one = t(findKind(kind).names.one);
  const title = place ? t('Add {0} by ID', one) : t('Open by ID');
  const ids = await runWizard(
    title,
    lineage(kind)
      .slice(given.length)
      .map(({ names }, index) => askId(t(names.one), given.length + index)),
    given,
  );
  if (!ids) return undefined;
  const reference = { account, kind, ids };
  if (!store.isRefused(collectionOf(reference))) return { reference, name: undefined };
  const outcome = await askText(
    { prompt: t('Name to show for {0} {1} (optional)', one, ids.at(-1) ?? '') },
    { title, step: 1, totalSteps: 1, hasBack: false },
  );
  return outcome.type === 'next' ? { reference, name: outcome.state } : undefined;
}

function askId(kind: string, place: number): Step<readonly ResourceId[]> {
  return async (ids, position) => {
    const known = ids[place];
    const outcome = await askText(
      {
        prompt: t('ID of the {0}', formats.inSentence(kind)),
        ...(known === undefined ? {} : { value: String(known) }),
        validate: (text) => (/^\d{1,15}$/.test(text) ? undefined : t('Type a whole number.')),
      },
      position,
    );
    return mapOutcome(outcome, (text) => [...ids.slice(0, place), Number(text)]);
  };
}

async function askForKind({ title }: Pick<PickServices, 'title'>): Promise<KindId | undefined> {
  const chosen = await showPick(
    kindsById.map(findKind).map(({ id, names, icon }) => ({
      label: t(names.one),
      iconPath: new vscode.ThemeIcon(icon),
      id,
    })),
    // A document that was opened before may take the focus while its row is revealed.
    { title, placeHolder: t('Select what to open'), ignoreFocusOut: true },
  );
  return chosen?.id;
}
