import type { Setting, SettingsField } from './field';
import { flag, integer, oneOf, text } from './fields';
import { webApplicationDraft } from '../../api/contract/webApplication';
import type { Translate } from '../../base/translate';

const { processManager } = webApplicationDraft.shape;

/** How a web application runs PHP, with the values that services of this family start with. */
export function phpSettingsField(t: Translate, others: readonly Setting[] = []): SettingsField {
  const limit = (name: string, prompt: string, start: number): Setting =>
    integer(name, prompt, t, { start });
  const protection = (name: string, prompt: string): Setting => flag(name, prompt, t);
  return {
    type: 'settings',
    prompt: t('PHP settings'),
    fields: [
      ...others,
      ...processes(t),
      text('timezone', t('Time zone'), t, { start: 'UTC' }),
      limit('memoryLimit', t('Memory limit (MB)'), 256),
      limit('maxExecutionTime', t('Max execution time (seconds)'), 30),
      limit('maxInputTime', t('Max input time (seconds)'), 60),
      limit('maxInputVars', t('Max input variables'), 1000),
      limit('postMaxSize', t('Max POST size (MB)'), 256),
      limit('uploadMaxFilesize', t('Max upload size (MB)'), 256),
      limit('sessionGcMaxlifetime', t('Session lifetime (seconds)'), 1440),
      protection('allowUrlFopen', t('Allow opening URLs as files')),
      text('disableFunctions', t('Disabled functions, separated by commas'), t, {
        start: 'exec,passthru,shell_exec,system',
        isOptional: true,
      }),
      text('openBasedir', t('Folders that PHP may open (optional)'), t, {
        start: '',
        isOptional: true,
      }),
      protection('clickjackingProtection', t('Clickjacking protection')),
      protection('xssProtection', t('XSS protection')),
      protection('mimeSniffingProtection', t('MIME sniffing protection')),
    ],
  };
}

function processes(t: Translate): readonly Setting[] {
  const dynamic = (name: string, prompt: string, start: number): Setting =>
    integer(name, prompt, t, { start, when: (values) => values['processManager'] === 'dynamic' });
  return [
    oneOf('processManager', t('Process manager'), processManager, t, { start: 'ondemand' }),
    dynamic('processManagerStartServers', t('Processes at start'), 20),
    dynamic('processManagerMinSpareServers', t('Min idle processes'), 10),
    dynamic('processManagerMaxSpareServers', t('Max idle processes'), 30),
    integer('processManagerMaxChildren', t('Max processes'), t, { start: 50 }),
    integer('processManagerMaxRequests', t('Max requests per process'), t, { start: 500 }),
  ];
}
