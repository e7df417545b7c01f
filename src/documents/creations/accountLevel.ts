import type { Creation } from './creation';
import { flag, foreignSecret, integer, oneOf, text } from './fields';
import { createAtomicProject } from '../../api/contract/atomicProject';
import { examplesOf } from '../../api/contract/fields';
import type { JsonValue } from '../../base/json';
import { createIntegration, integrationDraft } from '../../api/contract/integration';

/** An integration (API §2.4, §4 endpoint 6). */
export const integrationCreation: Creation = {
  endpoint: createIntegration,
  fields: (t) => [
    text('label', t('Name of the integration'), t, { start: '' }),
    oneOf('service', t('Service'), integrationDraft.shape.service, t, { start: 'digitalocean' }),
    text('username', t('User name or access key (optional)'), t, {
      start: '',
      isOptional: true,
    }),
    foreignSecret(t),
    text('url', t('Endpoint URL (optional)'), t, { start: '', isOptional: true }),
    text('region', t('Region (optional)'), t, { start: '', isOptional: true }),
  ],
  fromContent: ({ service, ...content }) => ({ ...content, service: toServiceCode(service) }),
};

/**
 * A read returns a service's name, such as "Digital Ocean"; a write requires its code (observed).
 */
function toServiceCode(service: JsonValue | undefined): string {
  if (typeof service !== 'string') return '';
  const code = service.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return examplesOf(integrationDraft.shape.service).includes(code) ? code : '';
}

/** An atomic project (API §2.12, §4 endpoint 17). */
export const atomicProjectCreation: Creation = {
  endpoint: createAtomicProject,
  fields: (t) => [
    text('name', t('Name of the project'), t, { start: '' }),
    integer('webApplication', t('ID of the web application to deploy to'), t, { start: 0 }),
    flag('autoDeploy', t('Deploy automatically on push?'), t, { isOn: false }),
  ],
};
