import { defineKind } from './kind';
import { installer, readInstaller } from '../../api/contract/installer';
import { t } from '../../base/l10n';

/** Software that the service installed on a web application; it isn't listed (observed). */
export const installerKind = defineKind({
  id: 'installer',
  parent: 'webApplication',
  names: { one: 'Installed Software', many: 'Installed Software' },
  folder: 'installed-software',
  variable: 'installerId',
  operations: { read: readInstaller },
  icon: 'package',
  schema: installer,
  fieldTexts: {
    name: 'Name that the service installs it by.',
    realName: 'Name of the software.',
    created_at: 'Installed.',
  },
  present: ({ realName, name, created_at: installed }) => ({
    label: realName || name,
    facts: [
      [t('Name'), name],
      [t('Installed'), installed],
    ],
  }),
});
