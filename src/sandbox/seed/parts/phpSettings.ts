import type { WebApplicationState } from '../../state/webApplication';

/** The default PHP settings of a web application. */
export const defaultPhpSettings: WebApplicationState['settings'] = {
  disableFunctions: 'exec,passthru,shell_exec,system',
  timezone: 'UTC',
  maxExecutionTime: 30,
  maxInputTime: 60,
  maxInputVars: 1000,
  memoryLimit: 256,
  postMaxSize: 256,
  uploadMaxFilesize: 256,
  allowUrlFopen: true,
  sessionGcMaxlifetime: 1440,
  processManager: 'ondemand',
  processManagerStartServers: 20,
  processManagerMinSpareServers: 10,
  processManagerMaxSpareServers: 30,
  processManagerMaxChildren: 50,
  processManagerMaxRequests: 500,
  openBasedir: '',
  clickjackingProtection: true,
  xssProtection: true,
  mimeSniffingProtection: true,
};
