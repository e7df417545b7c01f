/** The texts that a person reads about an action, from its question to its outcome. */
interface ActionTexts {
  readonly command: string;
  /** Shown while it runs, and if it fails. */
  readonly doing: string;
  readonly done: string;
  /** The question before it, if any, and its text about the consequences. */
  readonly question: string | undefined;
  readonly consequences: string | undefined;
}

const table = `
createServer | Creating Server | Server "new one" created.
renameServer | Renaming "Server 1" | "renamed" renamed.
switchAutomaticUpdates | Changing automatic updates of "Server 3" | Automatic updates for "agency-singapore" changed.
changeTags | Changing the tags of "Server 1" | Tags of "shop-frankfurt" changed.
changeCliPhp | Changing the PHP CLI version of "Server 1" | PHP CLI version of "shop-frankfurt" changed.
cleanDisk | Cleaning the disk of "Server 1" | Disk of "Server 1" cleaned. | Clean the disk of "shop-frankfurt"? | The service deletes files that it considers unneeded. This can't be undone.
restartService | Restarting "Service nginx" | "NGINX" restarted.
startService | Starting "Service nginx" | "NGINX" started.
stopService | Stopping "Service nginx" | "NGINX" stopped. | Stop "Service nginx"? | Everything that depends on it stops working until it starts again.
controlService | Changing "Service nginx" | "NGINX" stopped. | Stop "Service nginx"? | Everything that depends on it stops working until it starts again.
unblockAddress | Unblocking "Blocked Address 203.0.113.7" | "Blocked Address 203.0.113.7" unblocked.
delete | Deleting "Server 2" | "Server 2" deleted. | Delete Server "batch-amsterdam"? | The service stops managing this server and everything on it. This can't be undone.
createWebApplication | Creating Web Application | Web application "api" created.
createWordPress | Creating Web Application | Web application "api" created.
delete | Deleting "Web Application 104" | "Web Application 104" deleted. | Delete Web Application "staging"? | Its files and settings on the server will be lost. This can't be undone.
makeDefault | Making "Web Application 102" the server's default | "checkout" is the server's default web application.
unsetDefault | Unsetting "Web Application 101" as the server's default | "storefront" is no longer the server's default web application.
rebuildWebApplication | Rebuilding "Web Application 101" | "storefront" rebuilt. | Rebuild "storefront"? | Writes its configuration to the server again. Changes made on the server itself are lost.
connectRepository | Connecting git repository | Git repository connected.
connectRepository | Connecting git repository | Git repository connected.
deployRepository | Starting deployment | Deployment started. | Deploy "staging" now? | Publishes the latest commit of its branch.
changeBranch | Changing branch | Branch changed to "develop".
disconnectRepository | Disconnecting git repository | Git repository disconnected. | Disconnect the git repository of "staging"? | Its files stay on the server, but it's no longer deployed.
installSoftware | Installing software | "joomla" installed.
createDomain | Creating Domain | Domain "new.example.com" created.
delete | Deleting "Installed Software 304" | "Installed Software 304" deleted. | Delete Installed Software "Grav"? | This can't be undone.
delete | Deleting "Domain 102" | "Domain 102" deleted. | Delete Domain "www.shop.example.com"? | This can't be undone.
applySsl | Applying SSL settings: "Domain 102" | SSL settings for "Domain 102" applied.
renewSsl | Renewing certificate: "Domain 101" | Certificate for "Domain 101" renewed.
changeSsl | Changing certificate: "Domain 101" | Certificate for "Domain 101" changed.
changeSslMode | Changing certificate mode | Certificates are in basic mode: one for all domains. | Change the certificate mode of "storefront"? | All domains will share one certificate, and have none until it is installed.
installSharedSsl | Installing shared certificate | Shared certificate installed.
changeSsl | Changing shared certificate | Shared certificate changed.
renewSsl | Renewing shared certificate | Shared certificate renewed.
delete | Deleting shared certificate | Shared certificate deleted. | Delete the shared certificate of "dentist"? | The domains of the web application will have no certificate.
delete | Deleting SSL of "Domain 101" | SSL of "Domain 101" deleted. | Delete the certificate of "shop.example.com"? | The domain will have no certificate.
switchCache | Changing caches | Caches changed.
preloadCache | Preloading page cache | Page cache preload started.
upgradeCacheEngine | Upgrading the cache engine | Cache engine upgraded.
rollBackCacheEngine | Rolling back the cache engine | Cache engine rolled back. | Roll back the cache engine of "staging"? | The cache returns to the engine that it had before the upgrade.
createWaf | Setting up web application firewall | Web application firewall set up.
switchWaf | Changing web application firewall | Web application firewall changed. | Disable the web application firewall of "storefront"? | Requests will reach the web application unfiltered.
addWafRule | Adding rule | Rule added. | Add this rule to the web application firewall of "storefront"? | Rules can't be edited or deleted here.
sortWafRules | Changing rule order | Rule order changed.
createHubCache | Setting up hub cache | Hub cache set up.
changeHubCache | Changing hub cache | Hub cache changed.
changeHubCache | Changing hub cache | Hub cache changed.
delete | Deleting Hub Cache of "Web Application 101" | Hub cache of "Web Application 101" deleted. | Delete the hub cache of "storefront"? | This can't be undone.
createCronJob | Creating Cron Job | Cron job "Tidy" created.
runCronJob | Running "Cron Job 101" | Started "Cron Job 101".
enableCronJob | Enabling "Cron Job 104" | "Newsletter" enabled.
disableCronJob | Disabling "Cron Job 101" | "Nightly backup" disabled.
delete | Deleting "Cron Job 101" | "Cron Job 101" deleted. | Delete Cron Job "Nightly backup"? | This can't be undone.
rebuildCronTable | Rebuilding the cron table | Cron table rebuilt. | Rebuild the cron table? | Writes these cron jobs to the server again. Changes made on the server itself are lost.
createSupervisorJob | Creating Supervisor Job | Supervisor job "worker" created.
reloadSupervisorJob | Reloading "Supervisor Job 101" | "Supervisor Job 101" reloaded.
rebuildSupervisor | Rebuilding the supervisor configuration | Supervisor configuration rebuilt. | Rebuild the supervisor configuration? | Running jobs may be restarted. Changes made on the server itself are lost.
delete | Deleting "Supervisor Job 101" | "Supervisor Job 101" deleted. | Delete Supervisor Job "order-worker"? | This can't be undone.
createFirewallRule | Creating Firewall Rule | Firewall rule created.
delete | Deleting "Firewall Rule 102" | "Firewall Rule 102" deleted. | Delete Firewall Rule "TCP 80"? | Takes effect on the server when the rules are deployed.
deployFirewallRules | Deploying firewall rules | Firewall rules deployed. | serverManagement.deployFirewallRules?
switchSshSettings | Changing SSH settings | SSH settings changed.
createSshKey | Creating SSH Key | SSH key "Laptop" created.
delete | Deleting "SSH Key 101" | "SSH Key 101" deleted. | Delete SSH Key "Laptop of Ada"? | Anyone using this key loses access. This can't be undone.
createSystemUser | Creating System User | System user "runner" created.
changePassword | Changing the password of "System User 102" | Password for "System User 102" changed.
generateDeploymentKey | Generating deployment key for "System User 101" | Deployment key for "webmaster" generated. | Generate a new deployment key for "webmaster"? | Repositories that have its old key refuse access until you add the new one.
delete | Deleting "System User 103" | "System User 103" deleted. | Delete System User "reports"? | The user's web applications and jobs will stop working.
createDatabase | Creating Database | Database "orders" created.
changeDatabaseAccess | Changing access to "Database 101" | Access to "Database 101" granted.
changeDatabaseAccess | Changing access to "Database 101" | Access to "Database 101" revoked. | Revoke access to "shop"? | Everything that logs in as a user without access stops working.
delete | Deleting "Database 103" | "Database 103" deleted. | Delete Database "legacy_catalogue"? | All its data will be lost. This can't be undone.
delete | Deleting "Database 102" | "Database 102" deleted. | Delete Database "blog"? | All its data and the users who have access will be lost. This can't be undone.
createDatabaseUser | Creating Database User | Database user "app" created.
changePassword | Changing the password of "Database User 101" | Password for "Database User 101" changed.
createIntegration | Creating Integration | Integration "Storage" created.
changeIntegrationSecret | Changing the secret of "Integration 1" | Secret for "Backups in Frankfurt" changed.
delete | Deleting "Integration 2" | "Integration 2" deleted. | Delete Integration "DNS of the shop"? | Anything that uses it, such as backups, will stop working. This can't be undone.
delete | Deleting "Canvas 1" | "Canvas 1" deleted. | Delete Canvas "Blog"? | This can't be undone.
createAtomicProject | Creating Atomic Project | Atomic project "Site" created.
forceDeploy | Deploying "Atomic Project 1" | Deployment of "Checkout" started. | Deploy "Checkout" now? | Publishes the latest commit of its branch.
`;

/** The texts of each case of `actionCases`, in the same order. */
export const actionTexts: readonly ActionTexts[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [command = '', doing = '', done = '', question, consequences] = line.split(' | ');
    return { command: `serverManagement.${command}`, doing, done, question, consequences };
  });
