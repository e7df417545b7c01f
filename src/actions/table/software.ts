import type { Option } from '../../base/questions';
import { nameConstant } from '../../resources/names/constants';
import type { Action } from '../action';
import { deletion } from './parts/deletion';
import { installSoftware, readInstallerNames, removeInstaller } from '../../api/contract/installer';
import { ifMissing } from '../../api/errors';
import { toPlain } from '../../base/foreignText';
import type { FieldContext } from '../../documents/creations/field';
import type { Target } from '../../resources/reference';
import { t } from '../../base/l10n';

export const softwareActions: readonly Action[] = [
  {
    command: 'serverManagement.installSoftware',
    place: { collection: 'installer' },
    endpoint: installSoftware,
    reads: [readInstallerNames],
    fields: () => [
      { type: 'choice', name: 'name', prompt: t('Software'), options: readNames, isOpen: true },
    ],
    creates: true,
    // It writes to the folder of the web application.
    interrupts: true,
    // The service lists nothing that was installed.
    judge: () => 'unknown',
    progressTitle: () => t('Installing software'),
    done: (_what, { name }) => t('"{0}" installed.', toPlain(nameConstant(name))),
    failed: ({ name }) => t('"{0}" wasn\'t installed.', toPlain(nameConstant(name))),
    verb: 'created',
    effect: 'collection',
  },
  deletion('installer', removeInstaller),
];

/** The names that the service offers; without a list, one can be typed. */
async function readNames(
  { client }: FieldContext,
  target: Target,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const reading = client.perform(target, readInstallerNames, undefined, { signal });
  const names = (await reading.catch(ifMissing([]))) as readonly string[];
  return names.map((value) => ({ value, label: nameConstant(value) }));
}
