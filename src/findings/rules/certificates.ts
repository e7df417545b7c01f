import { knownCertificates } from '../areas';
import type { Rule, RuleContext } from '../rule';
import type { Verdict } from '../finding';
import { describeEnd, stateOfEnd, toEnd } from '../../resources/expiry';
import type { Resource } from '../../resources/kinds/kind';
import { t } from '../../base/l10n';

/** How long after the planned renewal a certificate counts as not renewed, in milliseconds. */
const renewalGraceMs = 2 * 86_400_000;

/** Rules for the certificates of domains (API §2.7), and shared ones (observed). */
export const certificateRules: readonly Rule[] = [
  expiring('certificateExpired', 'critical', 'expired'),
  expiring('certificateEndsSoon', 'warning', 'endsSoon'),
  {
    id: 'certificateRenewalFailed',
    severity: 'warning',
    fixes: ['serverManagement.renewSsl'],
    judge: eachCertificate((ssl, { now }) => {
      const end = dateOf(ssl, 'validUntil');
      const renewal = dateOf(ssl, 'renewalDate');
      // Only the person can renew a certificate that they installed.
      if (ssl['method'] !== 'letsencrypt') return end === undefined ? undefined : 'fine';
      if (end === undefined || renewal === undefined) return undefined;
      const isOverdue = renewal < end && renewal + renewalGraceMs < now && now < end;
      return isOverdue ? () => t('Renewal failed. Renew the certificate.') : 'fine';
    }),
  },
];

function expiring(
  id: 'certificateExpired' | 'certificateEndsSoon',
  severity: Rule['severity'],
  state: 'expired' | 'endsSoon',
): Rule {
  return {
    id,
    severity,
    fixes: ['serverManagement.renewSsl'],
    judge: eachCertificate((ssl, { now }) => {
      const { validUntil } = ssl;
      if (typeof validUntil !== 'string') return undefined;
      const end = toEnd(validUntil);
      if (end === undefined) return undefined;
      if (stateOfEnd(end, now) !== state) return 'fine';
      return () => t('{0}. Renew the certificate.', describeEnd(end, now));
    }),
  };
}

function dateOf(ssl: Resource, name: 'validUntil' | 'renewalDate'): number | undefined {
  const text = ssl[name];
  return typeof text === 'string' ? toEnd(text) : undefined;
}

/** Judges the certificates of domains, and those of web applications in basic mode. */
function eachCertificate(
  judge: (certificate: Resource, context: RuleContext) => Verdict,
): Rule['judge'] {
  return function* judgeCertificates(knowledge, context) {
    for (const { reference, resource } of knownCertificates(knowledge)) {
      yield { target: reference, verdict: judge(resource, context) };
    }
  };
}
