import { defineKind } from './kind';
import { readSsl, ssl } from '../../api/contract/domainSsl';

/** The certificate of a domain (reference §2.7; the read is observed). */
export const sslKind = defineKind({
  id: 'ssl',
  parent: 'domain',
  names: { one: 'SSL', many: 'SSL' },
  folder: 'ssl',
  suffix: 'ssl',
  operations: { read: readSsl, readsWithParent: true },
  icon: 'lock',
  schema: ssl,
  present: (resource, t) => ({
    label: t('SSL'),
    description: resource.validUntil ? t('until {0}', resource.validUntil) : resource.message,
  }),
});
