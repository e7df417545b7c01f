import { nameConstant } from '../names/constants';
import { join } from './inWords';
import { defineKind } from './kind';
import { domain, listDomains, readDomain } from '../../api/contract/domain';

/** A domain of a web application (observed). */
export const domainKind = defineKind({
  id: 'domain',
  parent: 'webApplication',
  names: { one: 'Domain', many: 'Domains' },
  folder: 'domains',
  suffix: 'domain',
  variable: 'domainId',
  operations: { list: listDomains, read: readDomain },
  icon: 'link',
  schema: domain,
  present: (resource, { t }) => ({
    label: resource.name,
    description: join([nameConstant(resource.type, t), resource.status]),
    facts: [
      [t('Type'), nameConstant(resource.type, t)],
      [t('Redirection'), nameConstant(resource.redirection, t)],
      [t('Created'), resource.created_at],
    ],
  }),
});
