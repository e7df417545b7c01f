import { can, canWithout, focusedRows, maintenanceMenu, serversView, writable } from './conditions';
import { type Contributions, forSeveral, inMenu, mending, row, rowForOne, title } from './places';

/** Servers and what is on them. */
export const serversContributions = {
  'serverManagement.createServer': {
    icon: 'add',
    places: [
      title('2_server@1', `${serversView} && ${writable}`),
      row('inline@1'),
      row('2_create'),
    ],
  },
  'serverManagement.renameServer': {
    places: [{ ...inMenu('serverManagement.change', '1_change'), isSingleTarget: true }],
  },
  'serverManagement.switchAutomaticUpdates': {
    icon: 'cloud-download',
    places: [...mending('switchAutomaticUpdates'), inMenu('serverManagement.change', '1_change')],
  },
  'serverManagement.changeTags': {
    places: [{ ...inMenu('serverManagement.change', '1_change'), isSingleTarget: true }],
  },
  'serverManagement.changeCliPhp': {
    places: [inMenu('serverManagement.change', '1_change'), ...mending('changeCliPhp')],
  },
  'serverManagement.cleanDisk': {
    icon: 'trash',
    places: [inMenu('serverManagement.change', '2_do'), ...mending('cleanDisk')],
  },
  'serverManagement.restartService': {
    icon: 'debug-restart',
    places: [row('inline@1'), row('3_do')],
  },
  'serverManagement.startService': {
    icon: 'play',
    places: [row('inline@2'), row('3_do'), ...mending('startService')],
  },
  'serverManagement.stopService': { icon: 'debug-stop', places: [row('inline@2'), row('3_do')] },
  'serverManagement.createWebApplication': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.createWordPress': { places: [row('2_create')] },
  'serverManagement.makeDefault': {
    places: [{ ...inMenu(maintenanceMenu, '1_change'), isSingleTarget: true }],
  },
  'serverManagement.createAlias': {
    places: [{ ...inMenu(maintenanceMenu, '1_change'), isSingleTarget: true }],
  },
  'serverManagement.unsetDefault': { places: [inMenu(maintenanceMenu, '1_change')] },
  'serverManagement.rebuildWebApplication': {
    places: [inMenu(maintenanceMenu, '2_do')],
  },
  'serverManagement.installSoftware': { places: [inMenu(maintenanceMenu, '2_do')] },
  'serverManagement.connectRepository': {
    icon: 'repo',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.deployRepository': { icon: 'rocket', places: [row('inline@1'), row('3_do')] },
  'serverManagement.changeBranch': { places: [rowForOne('4_change')] },
  'serverManagement.disconnectRepository': { places: [row('8_delete@2')] },
  'serverManagement.createDomain': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.applySsl': { places: [row('4_change')] },
  'serverManagement.changeSsl': {
    places: [
      { ...row('4_change@3', canWithout('changeSsl', 'changeSslMode')), isSingleTarget: true },
      { ...inMenu(maintenanceMenu, '1_change', can('changeSsl')), isSingleTarget: true },
    ],
  },
  'serverManagement.changeSslMode': {
    places: [{ ...inMenu(maintenanceMenu, '1_change'), isSingleTarget: true }],
  },
  'serverManagement.installSharedSsl': { places: [rowForOne('2_create')] },
  'serverManagement.renewSsl': { icon: 'sync', places: [row('3_do'), ...mending('renewSsl')] },
  'serverManagement.switchCache': { places: [row('4_change')] },
  'serverManagement.preloadCache': { places: [row('3_do')] },
  'serverManagement.upgradeCacheEngine': {
    places: [inMenu(maintenanceMenu, '2_do')],
  },
  'serverManagement.rollBackCacheEngine': {
    places: [inMenu(maintenanceMenu, '2_do')],
  },
  'serverManagement.createWaf': { places: [row('2_create')] },
  'serverManagement.switchWaf': { places: [row('4_change')] },
  'serverManagement.addWafRule': {
    places: [{ ...inMenu('serverManagement.change', '2_do'), isSingleTarget: true }],
  },
  'serverManagement.sortWafRules': {
    places: [{ ...inMenu('serverManagement.change', '1_change'), isSingleTarget: true }],
  },
  'serverManagement.createHubCache': { places: [row('2_create')] },
  'serverManagement.changeHubCache': { places: [row('4_change')] },
  'serverManagement.createCronJob': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.runCronJob': { icon: 'play', places: [row('inline@1'), row('3_do')] },
  'serverManagement.enableCronJob': {
    icon: 'pass',
    places: [row('inline@2'), row('3_do'), forSeveral('3_do', 'mixed_enableCronJob')],
  },
  'serverManagement.disableCronJob': {
    icon: 'debug-pause',
    places: [row('inline@2'), row('3_do'), forSeveral('3_do', 'mixed_disableCronJob')],
  },
  'serverManagement.changeSchedule': {
    icon: 'calendar',
    keys: { key: 's', rows: `${focusedRows} && ${writable}` },
    places: [forSeveral('4_change', 'changeSchedule'), ...mending('changeSchedule')],
  },
  'serverManagement.rebuildCronTable': { places: [inMenu(maintenanceMenu, '2_do')] },
  'serverManagement.createSupervisorJob': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.reloadSupervisorJob': {
    icon: 'debug-restart',
    places: [row('inline@1'), row('3_do'), ...mending('reloadSupervisorJob')],
  },
  'serverManagement.rebuildSupervisor': { places: [inMenu(maintenanceMenu, '2_do')] },
  'serverManagement.createFirewallRule': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.deployFirewallRules': {
    icon: 'cloud-upload',
    places: [row('inline@2'), row('3_do'), ...mending('deployFirewallRules')],
  },
  'serverManagement.switchSshSettings': {
    icon: 'settings-gear',
    places: [row('4_change'), ...mending('switchSshSettings')],
  },
  'serverManagement.createSshKey': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.createSystemUser': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.changePassword': { icon: 'edit', places: [row('inline@1'), row('4_change')] },
  'serverManagement.generateDeploymentKey': { places: [row('4_change')] },
  'serverManagement.createDatabase': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.changeDatabaseAccess': { places: [rowForOne('4_change')] },
  'serverManagement.createDatabaseUser': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.createIntegration': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.changeIntegrationSecret': { places: [rowForOne('4_change')] },
  'serverManagement.createAtomicProject': {
    icon: 'add',
    places: [row('inline@1'), row('2_create')],
  },
  'serverManagement.forceDeploy': {
    icon: 'rocket',
    places: [row('inline@1'), row('3_do'), ...mending('forceDeploy')],
  },
  'serverManagement.delete': { places: [row('8_delete@1')] },
} satisfies Contributions;
