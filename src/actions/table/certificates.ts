import { type Action, onResource } from '../action';
import {
  asResource,
  parentOf,
  type ResourceReference,
  type Target,
} from '../../resources/reference';
import { creation, deletion, onFound, orLeave } from './parts';
import {
  changeSharedSsl,
  changeSsl,
  changeSslMode,
  deleteSharedSsl,
  deleteSsl,
  installSharedSsl,
  readSharedSsl,
  readSsl,
  readSslMode,
  redeploySharedSsl,
  redeploySsl,
} from '../../api/contract/ssl';
import { sslCreation } from '../../documents/creations/creations';
import type { KnownChoice, Option } from '../../base/questions';
import { type Field, type FieldContext, flag } from '../../documents/creations/fields';
import type { Resource } from '../../resources/kinds/kind';
import { toCertificateContent } from '../../resources/kinds/ssl';
import { t } from '../../base/l10n';
import { isObject } from '../../base/json';
import type { WriteVerdict } from '../../documents/writing/outcome';

const certificate = {
  reads: [readSsl],
  variable: 'sslId',
  idIn: ({ id }: Resource) => id,
  missing: (name: string) => t('"{0}" has no certificate.', name),
} as const;

const sharedCertificate = {
  reads: [readSslMode, readSharedSsl],
  suits: ({ certificate: shared }: Resource) => isObject(shared),
  variable: 'sslId',
  idIn: ({ certificate: shared }: Resource) => isObject(shared) && shared['id'],
  missing: (name: string, { advancedSSL }: Resource) =>
    advancedSSL === true
      ? t('Each domain of "{0}" has its own certificate (advanced mode).', name)
      : t('"{0}" has no shared certificate.', name),
} as const;

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
  onResource('serverManagement.changeSsl', 'ssl', changeSsl, {
    ...onFound(certificate),
    fields: () => changeFields(toCertificateContent),
    isSingleTarget: true,
    progressTitle: (what) => t('Changing certificate: {0}', what),
    done: (what) => t('Certificate for {0} changed.', what),
  }),
  onResource('serverManagement.renewSsl', 'ssl', redeploySsl, {
    ...onFound(certificate),
    starts: 'certificate',
    progressTitle: (what) => t('Renewing certificate: {0}', what),
    accepted: (what) => t('Renewal of the certificate for {0} requested.', what),
  }),
  deletion('ssl', deleteSsl, {
    ...onFound(certificate),
    effect: 'resource',
    question: (name) => t('Delete the certificate of "{0}"?', name),
    detail: () => t('The domain will have no certificate.'),
  }),
  // The mode of a web application's certificates, and the one that its domains share (observed).
  onResource('serverManagement.changeSslMode', 'sharedSsl', changeSslMode, {
    reads: [readSslMode],
    fields: () => [
      {
        type: 'choice',
        name: 'advancedSSL',
        prompt: t('Certificate mode'),
        unread: modes,
        options: async ({ client }, target, signal) => {
          const { advancedSSL } = await client.read(asResource(target), { signal });
          return modes().map((mode) =>
            mode.value === advancedSSL ? { ...mode, description: t('current') } : mode,
          );
        },
      },
      orLeave(flag('autoSSL', t('Install certificates automatically (auto SSL)?'))),
    ],
    confirmation: {
      question: (name) => t('Change the certificate mode of "{0}"?', name),
      detail: ({ advancedSSL }) =>
        advancedSSL === true
          ? t('Each domain will use its own certificate, and those without one have none.')
          : t('All domains will share one certificate, and have none until it is installed.'),
      button: () => t('Change Mode'),
    },
    isSingleTarget: true,
    judge: (_context, _target, { advancedSSL }, now) => {
      if (typeof now?.['advancedSSL'] !== 'boolean') return 'unknown';
      return now['advancedSSL'] === advancedSSL ? 'done' : 'failed';
    },
    progressTitle: () => t('Changing certificate mode'),
    done: (_what, { advancedSSL }) =>
      advancedSSL === true
        ? t('Certificates are in advanced mode: one for each domain.')
        : t('Certificates are in basic mode: one for all domains.'),
  }),
  onResource('serverManagement.installSharedSsl', 'sharedSsl', installSharedSsl, {
    suits: ({ advancedSSL, certificate }) => advancedSSL === false && !certificate,
    fields: () => sslCreation.fields().filter(({ name }) => name !== 'advancedSSL'),
    toCall: (_context, _target, values) => ({ body: { ...values, advancedSSL: false } }),
    judge: (_context, _target, _values, now) => judgeCertificate(now, true),
    isSingleTarget: true,
    progressTitle: () => t('Installing shared certificate'),
    done: () => t('Shared certificate installed.'),
  }),
  onResource('serverManagement.changeSsl', 'sharedSsl', changeSharedSsl, {
    ...onFound(sharedCertificate),
    fields: () =>
      changeFields(({ certificate: shared }) =>
        isObject(shared) ? toCertificateContent(shared) : {},
      ),
    toRead: (values) => ({ certificate: values }),
    isSingleTarget: true,
    progressTitle: () => t('Changing shared certificate'),
    done: () => t('Shared certificate changed.'),
  }),
  onResource('serverManagement.renewSsl', 'sharedSsl', redeploySharedSsl, {
    ...onFound(sharedCertificate),
    progressTitle: () => t('Renewing shared certificate'),
    accepted: () => t('Renewal of the shared certificate requested.'),
  }),
  deletion('sharedSsl', deleteSharedSsl, {
    ...onFound(sharedCertificate),
    confirmation: {
      question: (name) => t('Delete the shared certificate of "{0}"?', name),
      detail: () => t('The domains of the web application will have no certificate.'),
      button: () => t('Delete'),
      isDestructive: true,
    },
    judge: (_context, _target, _values, now) => judgeCertificate(now, false),
    progressTitle: () => t('Deleting shared certificate'),
    done: () => t('Shared certificate deleted.'),
    effect: 'resource',
  }),
];

function changeFields(currentIn: (resource: Resource) => Resource): readonly Field[] {
  return ['enableHttp', 'enableHsts', 'authorizationMethod', 'environment'].flatMap((name) =>
    sslCreation
      .fields()
      .filter((field) => field.name === name)
      .map((field) => orLeave(field, currentIn)),
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

function modes(): readonly Option[] {
  return [
    { value: true, label: t('Advanced mode'), description: t('one for each domain') },
    { value: false, label: t('Basic mode'), description: t('one for all domains') },
  ];
}

/** Absent if it couldn't be read, null if there is none. */
function judgeCertificate(now: Resource | undefined, wanted: boolean): WriteVerdict {
  const certificate = now?.['certificate'];
  if (certificate === undefined) return 'unknown';
  return isObject(certificate) === wanted ? 'done' : 'failed';
}
