import { knownCertificates } from '../areas';
import type { Rule, RuleContext, Verdict } from '../finding';
import { describeEnd, hasRenewalFailed, stateOfEnd } from '../../resources/expiry';
import type { Resource } from '../../resources/kinds/kind';
import { toTime } from '../../base/moment';
import { t } from '../../base/l10n';

export const certificateRules: readonly Rule[] = [
  expiring('certificateExpired', 'critical', 'expired'),
  expiring('certificateEndsSoon', 'warning', 'endsSoon'),
  {
    id: 'certificateRenewalFailed',
    severity: 'warning',
    fixes: ['serverManagement.renewSsl', 'serverManagement.lookUpDomain'],
    judge: eachCertificate((certificate, { now }) => {
      const hasFailed = hasRenewalFailed(certificate, now);
      if (hasFailed === undefined) return undefined;
      return hasFailed ? () => t('Renewal failed. Renew the certificate.') : 'fine';
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
    judge: eachCertificate(({ validUntil }, { now }) => {
      const end = toTime(validUntil);
      if (end === undefined) return undefined;
      if (stateOfEnd(end, now) !== state) return 'fine';
      return () => t('{0}. Renew the certificate.', describeEnd(end, now));
    }),
  };
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
