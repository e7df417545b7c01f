import type { SwitchOption } from '../../../documents/creations/field';
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
