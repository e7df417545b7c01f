import type { Action, CallContext } from '../action';
import {
  asResource,
  parentOf,
  type ResourceReference,
  type Target,
} from '../../resources/reference';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { orLeave, type ReadCurrent } from './parts/orLeave';
import { changeSsl, deleteSsl, readSsl, redeploySsl } from '../../api/contract/domainSsl';
import type { Endpoint } from '../../api/contract/endpoint';
import { sslCreation } from '../../documents/creations/webApplications';
import { findOwnName } from '../subject';
import type { KnownChoice } from '../../base/questions';
import type { Field, FieldContext } from '../../documents/creations/field';
import type { Resource } from '../../resources/kinds/kind';
import { toCertificateContent } from '../../resources/kinds/ssl';
import { t } from '../../base/l10n';

export const certificateActions: readonly Action[] = [
  creation('serverManagement.applySsl', 'ssl', {
    // Also replaces a certificate.
    suits: () => true,
    starts: 'certificate',
    fields: () => sslCreation.fields().map((field) => withMode(field)),
    progressTitle: (what) => t('Installing certificate: {0}', what),
    done: (what) => t('Certificate for {0} installed.', what),
    failed: () => t("The certificate wasn't installed."),
  }),
  {
    command: 'serverManagement.changeSsl',
    ...onCertificate(changeSsl),
    fields: () => changeFields(async (...given) => toCertificateContent(await readOwn(...given))),
    isSingleTarget: true,
    progressTitle: (what) => t('Changing certificate: {0}', what),
    done: (what) => t('Certificate for {0} changed.', what),
    effect: 'resource',
  },
  {
    command: 'serverManagement.renewSsl',
    ...onCertificate(redeploySsl),
    starts: 'certificate',
    progressTitle: (what) => t('Renewing certificate: {0}', what),
    effect: 'resource',
  },
  deletion('ssl', deleteSsl, {
    ...onCertificate(deleteSsl),
    effect: 'resource',
    question: (name) => t('Delete the certificate of "{0}"?', name),
    detail: () => t('The domain will have no certificate.'),
  }),
];

function onCertificate(
  endpoint: Endpoint,
): Pick<Action, 'place' | 'endpoint' | 'reads' | 'toCall'> {
  return {
    place: { resource: 'ssl' },
    endpoint,
    reads: [readSsl],
    toCall: async (context, target, values, signal) => {
      const { id } = await readOwn(context, target, signal);
      if (typeof id !== 'number') {
        throw new Error(t('"{0}" has no certificate.', findOwnName(context, target)));
      }
      return { endpoint, path: { sslId: id }, ...(endpoint.body ? { body: values } : {}) };
    },
  };
}

function readOwn(
  { client }: Pick<CallContext, 'client'>,
  target: Target,
  signal: AbortSignal,
): Promise<Resource> {
  return client.read(asResource(target), { signal });
}

/** Asks for each setting of a certificate that can be changed, current ones first. */
export function changeFields(read: ReadCurrent): readonly Field[] {
  return ['enableHttp', 'enableHsts', 'authorizationMethod', 'environment'].flatMap((name) =>
    sslCreation
      .fields()
      .filter((field) => field.name === name)
      .map((field) => orLeave(field, read)),
  );
}

/** States the current mode in the question, if it is known without a request. */
function withMode(field: KnownChoice): Field {
  if (field.name !== 'advancedSSL') return field;
  return {
    ...field,
    options: (context, target) => {
      const now = findMode(context, target);
      return field
        .options()
        .map((option) =>
          option.value === now ? { ...option, description: t('current') } : option,
        );
    },
  };
}

function findMode({ store }: FieldContext, target: Target): unknown {
  const domain: ResourceReference | undefined = parentOf(target);
  const webApplication = domain && parentOf(domain);
  return webApplication && store.find({ ...webApplication, kind: 'sharedSsl' })?.['advancedSSL'];
}
