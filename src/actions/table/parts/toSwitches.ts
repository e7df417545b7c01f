import type { SwitchOption } from '../../../base/questions';
import type { SwitchesField } from '../../../documents/creations/field';
import type { Resource } from '../../../resources/kinds/kind';
import { asResource } from '../../../resources/reference';
import { t } from '../../../base/l10n';

/** One toggle if the state is known; otherwise separate questions to turn it on and off. */
export function toSwitches(
  each: Omit<SwitchOption, 'isOn'>,
  state: unknown,
): readonly SwitchOption[] {
  if (typeof state === 'boolean') return [{ ...each, isOn: state }];
  return [true, false].map((sets) => ({
    ...each,
    label: sets ? t('{0}: On', each.label) : t('{0}: Off', each.label),
    description: t('state unknown'),
    isOn: false,
    sets,
  }));
}

/** Flags of an action's target, which can be changed even if they can't be read. */
export function switchesOf(
  prompt: string,
  switches: readonly Omit<SwitchOption, 'isOn'>[],
  statesIn: (resource: Resource) => Readonly<Record<string, unknown>>,
): SwitchesField {
  const withStates = (states: Readonly<Record<string, unknown>>): readonly SwitchOption[] =>
    switches.flatMap((each) => toSwitches(each, states[each.name]));
  return {
    type: 'switches',
    prompt,
    unread: () => withStates({}),
    options: async ({ client }, target, signal) =>
      withStates(statesIn(await client.read(asResource(target), { signal }))),
  };
}
