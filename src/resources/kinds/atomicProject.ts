import { defineKind } from './kind';
import {
  atomicProject,
  listAtomicProjects,
  readAtomicProject,
} from '../../api/contract/atomicProject';

/** An atomic deployment project of the account (reference §2.12; the read is observed). */
export const atomicProjectKind = defineKind({
  id: 'atomicProject',
  parent: undefined,
  names: { one: 'Atomic Project', many: 'Atomic Projects' },
  folder: 'atomic-projects',
  suffix: 'atomic-project',
  variable: 'atomicProjectId',
  operations: { list: listAtomicProjects, read: readAtomicProject },
  icon: 'rocket',
  schema: atomicProject,
  present: (resource, t) => ({
    label: resource.name,
    description: [resource.repository, resource.branch].filter(Boolean).join(' · '),
    facts: [
      [t('Automatic deployment'), resource.autoDeploy ? t('yes') : t('no')],
      [t('Last deployment'), resource.latestDeployment?.status ?? ''],
    ],
  }),
});
