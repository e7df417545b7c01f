/** Software whose usual requests a firewall can allow (API §2.10), in its makers' spelling. */
export const softwareNames: Readonly<Record<string, string>> = {
  drupal: 'Drupal',
  wordpress: 'WordPress',
  next_cloud: 'Nextcloud',
  docu_wiki: 'DokuWiki',
  xen_foro: 'XenForo',
  magento: 'Magento',
};
