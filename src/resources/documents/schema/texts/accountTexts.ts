import { common, type KindTexts } from './fieldTexts';

const { created, updated, ownId } = common;

/** The fields of what an account has beside its servers. */
export const accountTexts: KindTexts = {
  integration: {
    source: 'reference §2.4',
    fields: {
      id: ownId,
      label: 'What the integration is called.',
      service: 'The external provider, such as cloudflare. A read may give its display name.',
      secret:
        'The secret at the provider. It is changed by the command "Change Secret of Integration…".',
      username: "The access key's name at the provider. A read does not tell it.",
      url: 'The address of the provider. A read does not tell it.',
      region: 'The region at the provider; given when the integration is created.',
      created_at: created,
    },
  },
  canvas: {
    source: 'reference §2.6',
    fields: {
      id: ownId,
      name: 'What the canvas is called.',
      themes: 'Themes from the public directory.',
      plugins: 'Plugins from the public directory.',
      customThemes: 'Themes from an archive of your own.',
      customPlugins: 'Plugins from an archive of your own.',
      settings: 'How a new WordPress is set up.',
      'settings.id': ownId,
      'settings.language': 'A locale such as en_US.',
      'settings.timezone': 'A time zone such as Europe/Berlin.',
      'settings.dateFormat': 'A pattern for dates, such as `F j, Y`.',
      'settings.timeFormat': 'A pattern for times, such as `H:i`.',
      'settings.SEIndexingDisable': 'Whether search engines are asked to stay away.',
      'settings.organizeUploadFolders': 'Whether uploads are kept in folders by month and year.',
      'settings.permalinkCustom':
        'The shape of addresses, such as `/%postname%/`; null for the default.',
      'settings.removeHelloWorld': 'Whether the first post that comes with WordPress is removed.',
      'settings.deleteAllThemes': 'Whether the themes that come with WordPress are removed.',
      'settings.deleteAllPlugins': 'Whether the plugins that come with WordPress are removed.',
      'settings.deleteUnneededCoreFile': 'Whether files that WordPress does not need are removed.',
      'settings.removeSamplePage': 'Whether the page that comes with WordPress is removed.',
      'settings.created_at': created,
      'settings.updated_at': updated,
      created_at: created,
      updated_at: updated,
    },
  },
  atomicProject: {
    source: 'reference §2.12',
    fields: {
      id: ownId,
      name: 'What the project is called.',
      autoDeploy: 'Whether it deploys when its repository changes.',
      webApplication: 'The number of the web application that it is deployed to.',
      active: 'Whether it is in use.',
      provider: 'Where its repository is.',
      repository: 'Its repository.',
      branch: 'The branch that is deployed.',
      composerInstall: 'Whether Composer installs packages on a deployment.',
      composerInstallDev: 'Whether packages for development are installed, too.',
      totalCompleted: 'How many deployments succeeded.',
      totalFailed: 'How many deployments failed.',
      completedNotification: 'Whether a successful deployment is told.',
      failedNotification: 'Whether a failed deployment is told.',
      pullKey1: 'A key; it is never shown here.',
      pullKey2: 'A key; it is never shown here.',
      repositoryData: 'Its repository, in detail.',
      latestDeployment: 'Its latest deployment.',
    },
  },
};
