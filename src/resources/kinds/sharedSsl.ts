import * as z from 'zod/mini';
import { join, yesOrNo, defineKind } from './kind';
import { certificateFacts, presentCertificate, toCertificateContent } from './ssl';
import { readSharedSsl, readSslMode, ssl, sslMode } from '../../api/contract/ssl';
import { isObject, type JsonObject, pick } from '../../base/json';
import { t } from '../../base/l10n';

const certificate = z.omit(ssl, { privateKey: true, message: true });

/** Its unknown members may contain secrets. */
const known = Object.keys(certificate.shape);

/** Also accepts the placeholder for an unknown mode; adds the certificate if the mode has one. */
const modeWithCertificate = z.extend(sslMode, {
  message: z.optional(z.string()),
  certificate: z.nullish(certificate),
});

/** The mode of a web application's certificates, and the one that domains share (observed). */
export const sharedSslKind = defineKind({
  id: 'sharedSsl',
  parent: 'webApplication',
  names: { one: 'Shared Certificate', many: 'Shared Certificates' },
  folder: 'certificate',
  operations: {
    read: readSslMode,
    readsWithParent: true,
    mayBeMissing: true,
    completion: {
      endpoint: readSharedSsl,
      member: 'certificate',
      path: ({ advancedSSL }) => (advancedSSL === false ? {} : undefined),
      of: (answer) =>
        isObject(answer) && 'id' in answer ? pick(answer as JsonObject, known) : null,
      mayBeMissing: true,
    },
  },
  icon: 'lock',
  certificate: ({ certificate: shared }) => shared,
  schema: modeWithCertificate,
  fieldTexts: {
    message: 'Message if the mode is unknown.',
    advancedSSL:
      'Certificate mode: true (advanced) if each domain has its own, false (basic) if all share one.',
    autoSSL: 'Install certificates automatically (auto SSL).',
    certificate: 'Certificate that all domains share.',
  },
  present: ({ advancedSSL, autoSSL, certificate: shared }) => {
    const label = t('Certificates');
    const facts = [[t('Automatic certificates'), yesOrNo(autoSSL)] as const];
    if (advancedSSL === true) {
      return { label, description: join([t('Advanced mode'), t('one for each domain')]), facts };
    }
    if (advancedSSL !== false) return { label, description: t('Mode unknown') };
    if (!shared) {
      const none = shared === null ? t('No certificate') : t('Certificate unknown');
      return { label, description: join([none, t('Basic mode')]), facts };
    }
    const { description, icon } = presentCertificate(shared);
    return {
      label,
      // The end date comes first, because rows are cut off on the right.
      description: join([description, t('Basic mode')]),
      icon,
      facts: [...certificateFacts(shared), ...facts],
    };
  },
  document: {
    toContent: ({ certificate: shared, ...mode }) => ({
      ...(mode as JsonObject),
      ...(isObject(shared) ? { certificate: toCertificateContent(shared) } : {}),
    }),
  },
});
