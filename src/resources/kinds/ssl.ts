import * as z from 'zod/mini';
import { nameConstant } from '../names/constants';
import { join, defineKind, type InWords, type Resource } from './kind';
import { applySsl, readSsl, ssl, sslDraft } from '../../api/contract/ssl';
import { type CertificateDates, describeExpiry, hasRenewalFailed, writeDay } from '../expiry';
import { isObject, type JsonObject, pick } from '../../base/json';
import { t } from '../../base/l10n';

const validityIcons = {
  valid: undefined,
  endsSoon: { id: 'warning', color: 'list.warningForeground' },
  expired: { id: 'error', color: 'list.errorForeground' },
} as const;

const written = Object.keys(sslDraft.shape);

export const sslKind = defineKind({
  id: 'ssl',
  parent: 'domain',
  names: { one: 'Certificate', many: 'Certificates' },
  operations: { read: readSsl, readsWithParent: true },
  icon: 'lock',
  certificate: (resource) => resource,
  schema: ssl,
  fieldTexts: {
    message: 'Message if no certificate is installed.',
    advancedSSL: 'Separate certificate for each domain (advanced SSL). Never returned.',
    autoSSL: 'Install certificates automatically (auto SSL). Never returned.',
    provider: 'Certificate provider, such as letsencrypt. Returned as `method`.',
    environment: 'live, or staging to test with an untrusted certificate.',
    validUntil: 'Expiry date of the certificate.',
    renewalDate: 'Renewal date of the certificate.',
    privateKey: 'Private key. Never shown here.',
    certificate: 'Certificate.',
  },
  present: (resource) => ({
    label: t('Certificate'),
    ...presentCertificate(resource),
    facts: certificateFacts(resource),
  }),
  document: {
    schema: z.omit(ssl, { method: true, staging: true }),
    toContent: toCertificateContent,
    toResource: ({ provider, ...content }) => ({ method: provider, ...content }),
    editing: {
      writable: written,
      schema: sslDraft,
      unread: ['advancedSSL', 'autoSSL'],
      toWrites: ({ after }) => [{ endpoint: applySsl, body: pick(after, written) }],
    },
  },
});

/** False for an answer that says that there is no certificate: services send `{message}` alone. */
export function isCertificate(answer: unknown): answer is Resource {
  return (
    isObject(answer) &&
    Object.entries(answer).some(([name, value]) => name !== 'message' && (value ?? '') !== '')
  );
}

/** Until when a certificate is valid, with a warning before it ends or if its renewal failed. */
export function presentCertificate(
  certificate: CertificateDates &
    Readonly<Partial<Record<'validUntil' | 'message', string | null | undefined>>>,
): Pick<InWords, 'description' | 'icon'> {
  const { validUntil, message } = certificate;
  const now = Date.now();
  const expiry = describeExpiry(validUntil, now);
  const hasFailed = hasRenewalFailed(certificate, now);
  const none = isCertificate(certificate) ? t('Expiry unknown') : undefined;
  const until = expiry?.text ?? validUntil ?? message ?? none;
  return {
    description: hasFailed ? join([t('Renewal failed'), until]) : until,
    icon: hasFailed ? validityIcons.expired : expiry && validityIcons[expiry.state],
  };
}

export function certificateFacts({
  validUntil,
  renewalDate,
  method,
}: Readonly<
  Partial<Record<'validUntil' | 'renewalDate' | 'method', string | null | undefined>>
>): NonNullable<InWords['facts']> {
  return [
    [t('Valid until'), writeDay(validUntil)],
    [t('Renewal'), writeDay(renewalDate)],
    [t('Certificate provider'), nameConstant(method)],
  ];
}

/** `provider` and `environment` in a write are `method` and `staging` in a read (observed). */
export function toCertificateContent({ method, staging, ...resource }: Resource): JsonObject {
  const { enableHttp, enableHsts, authorizationMethod, ...rest } = resource as JsonObject;
  const content = {
    provider: method as JsonObject[string],
    enableHttp,
    enableHsts,
    authorizationMethod,
    environment: typeof staging === 'boolean' ? (staging ? 'staging' : 'live') : undefined,
    ...rest,
  };
  // Leaves out what is absent.
  return pick(content as JsonObject, Object.keys(content));
}
