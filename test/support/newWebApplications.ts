/** The fields that services require for a web application (observed), in literal form; 101 is a user of server 1. */
export const newWebApplication = {
  name: 'api',
  domainName: 'api.example.com',
  user: 101,
  phpVersion: 'php83',
  stack: 'hybrid',
  stackMode: 'production',
  processManager: 'ondemand',
  processManagerMaxChildren: 50,
  processManagerMaxRequests: 500,
  timezone: 'UTC',
  memoryLimit: 256,
  maxExecutionTime: 30,
  maxInputTime: 60,
  maxInputVars: 1000,
  postMaxSize: 256,
  uploadMaxFilesize: 256,
  sessionGcMaxlifetime: 1440,
  allowUrlFopen: true,
  disableFunctions: 'exec,passthru,shell_exec,system',
  openBasedir: '',
  clickjackingProtection: true,
  xssProtection: true,
  mimeSniffingProtection: true,
};

/** Additional fields required for WordPress. */
export const wordPress = {
  siteTitle: 'News',
  adminUsername: 'editor',
  adminEmail: 'editor@example.com',
  password: 'correct-horse-battery',
  dbName: 'news',
  dbUser: 'news',
  dbPassword: 'staple-horse-battery',
  dbPrefix: 'wp_',
};
