import { nameConstant } from '../names/constants';
import { join, defineKind } from './kind';
import { domain, listDomains, readDomain } from '../../api/contract/domain';
import { t } from '../../base/l10n';

export const domainKind = defineKind({
  id: 'domain',
  parent: 'webApplication',
  names: { one: 'Domain', many: 'Domains' },
  variable: 'domainId',
  operations: { list: listDomains, read: readDomain },
  icon: 'link',
  offers: () => ['website'],
  schema: domain,
  values: { dns_integration: { of: 'integration', namedBy: 'label' } },
  fieldTexts: {
    wildcard: 'Wildcard domain.',
    dns_integration: 'Integration that manages its DNS records.',
  },
  present: (resource) => ({
    label: resource.name,
    description: join([nameConstant(resource.type), resource.status]),
    facts: [
      [t('Type'), nameConstant(resource.type)],
      [t('Redirection'), nameConstant(resource.redirection)],
      [t('Created'), resource.created_at],
    ],
  }),
});
