/** How a web application runs PHP: each setting with its unit and its default. */
export const phpTexts = {
  processManager: 'Process manager: ondemand, dynamic or static; usually ondemand.',
  processManagerStartServers: 'Processes at start; only with dynamic, usually 20.',
  processManagerMinSpareServers: 'Min idle processes; only with dynamic, usually 10.',
  processManagerMaxSpareServers: 'Max idle processes; only with dynamic, usually 30.',
  processManagerMaxChildren: 'Max processes; usually 50.',
  processManagerMaxRequests:
    'Requests after which a process is restarted; usually 500, 0 for no limit.',
  timezone: 'Time zone, such as Europe/Berlin; usually UTC.',
  memoryLimit: 'Memory limit of a request in MB; usually 256.',
  maxExecutionTime: 'Max execution time in seconds; usually 30.',
  maxInputTime: 'Max time to read the input of a request, in seconds; usually 60.',
  maxInputVars: 'Max number of input variables; usually 1000.',
  postMaxSize: 'Max size of a POST request in MB; usually 256.',
  uploadMaxFilesize:
    'Max size of an uploaded file in MB; usually 256, and at most the size of a POST request.',
  sessionGcMaxlifetime: 'Session lifetime in seconds; usually 1440.',
  allowUrlFopen: 'Allow opening URLs as files; usually true.',
  disableFunctions: 'Disabled PHP functions, separated by commas.',
  openBasedir: 'Folders that PHP may open, separated by colons; usually empty for no restriction.',
  clickjackingProtection: 'Clickjacking protection (X-Frame-Options header); usually true.',
  xssProtection: 'Cross-site scripting protection (X-XSS-Protection header); usually true.',
  mimeSniffingProtection: 'MIME sniffing protection (X-Content-Type-Options header); usually true.',
} as const;
