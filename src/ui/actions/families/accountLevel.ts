import type { Action } from '../action';
import { creation } from './creation';
import { deletion } from './deletion';
import { flag, integer, oneOf, text } from './fields';
import { createAtomicProject, forceDeployAtomicProject } from '../../../api/contract/atomicProject';
import { deleteCanvas } from '../../../api/contract/canvas';
import {
  createIntegration,
  deleteIntegration,
  integrationDraft,
  updateIntegration,
} from '../../../api/contract/integration';
import type { Translate } from '../../../shared/translate';
import type { SecretField } from '../field';

/** What can be done with integrations (reference §2.4), canvases (§2.6) and projects (§2.12). */
export const accountLevelActions: readonly Action[] = [
  creation('serverManagement.createIntegration', 'integration', createIntegration, (t) => [
    text('label', t('Name of the integration'), t),
    oneOf('service', t('Service'), integrationDraft.shape.service),
    text('username', t('User name or access key; may stay empty'), t, { isOptional: true }),
    secret(t),
    text('url', t('Address of its endpoint; may stay empty'), t, { isOptional: true }),
    text('region', t('Region; may stay empty'), t, { isOptional: true }),
  ]),
  {
    command: 'serverManagement.changeIntegrationSecret',
    place: { resource: 'integration' },
    endpoint: updateIntegration,
    fields: (t) => [secret(t)],
    isForOne: true,
    doing: (what, t) => t('Changing the secret of {0}', what),
    effect: 'resource',
  },
  deletion('integration', deleteIntegration, {
    detail: (t) => t('What uses it, such as backups, stops working. This cannot be undone.'),
  }),
  deletion('canvas', deleteCanvas),
  creation('serverManagement.createAtomicProject', 'atomicProject', createAtomicProject, (t) => [
    text('name', t('Name of the project'), t),
    integer('webApplication', t('Id of the web application that it deploys to'), t),
    flag('autoDeploy', t('Deploy by itself when something is pushed?'), t, { isOn: false }),
  ]),
  {
    command: 'serverManagement.forceDeploy',
    place: { resource: 'atomicProject' },
    endpoint: forceDeployAtomicProject,
    caution: {
      question: (name, t) => t('Deploy "{0}" now?', name),
      detail: (t) => t('The newest state of its branch goes live.'),
      button: (t) => t('Deploy'),
    },
    doing: (what, t) => t('Deploying {0}', what),
    effect: 'resourceAndBelow',
  },
];

function secret(t: Translate): SecretField {
  return {
    type: 'secret',
    name: 'secret',
    prompt: t('Secret of the service'),
    isGenerated: false,
    validate: (value) => (value === '' ? t('Type or paste the secret.') : undefined),
  };
}
