/** Messages about plugins: why one cannot be opened, and why one is off. */
export const PLUGIN_SENTENCES = {
  'plugin.noManifest':
    '{place} has no plugin: there is neither .claude-plugin/plugin.json nor plugin.json at its root.',
  'plugin.noSchema': 'plugin.json has no $schema that Orrery knows. It reads Agent Plugins 1.0.0.',
  'plugin.notJson': '{file} is not valid JSON.',
  'plugin.badManifest': '{file}: “{problem}”',
  'plugin.badName':
    'A plugin cannot be named “{name}”. A name has lower-case letters, digits, single hyphens and periods.',
  'plugin.ignoredKey': '{file}: Orrery does not read the key {key}.',
  'plugin.outside': '{file}: {path} leads out of the plugin. Nothing of it is read.',
  'plugin.badServer': '{file}: the server {name} cannot be used: “{problem}”',
  'plugin.badServers': '{file}: its servers cannot be used: “{problem}”',
  'plugin.link': 'The plugin has a link or a special file: {path}. Nothing was installed.',
  'plugin.badFile': 'The plugin has a file whose name cannot be used: {path}. Nothing was installed.',
  'plugin.twice': 'The plugin has two files named {path}. Nothing was installed.',
  'plugin.tooMany': 'The plugin has more than {count} files. Nothing was installed.',
  'plugin.tooLarge': 'The plugin is larger than {size} MB. Nothing was installed.',
  'plugin.archive': 'The archive cannot be used: “{problem}” Nothing was installed.',
  'plugin.badSource':
    '{source} is neither a folder, a .zip file nor a git address. Addresses begin with https://, ssh://, file:// or git@.',
  'plugin.badRef': '{ref} is no name of a branch or a tag.',
  'plugin.git': 'Git could not fetch {url}: “{problem}” Nothing was installed.',
  'plugin.gitLarge': 'The repository {url} is larger than {size} MB. Nothing was installed.',
  'plugin.notConfirmed': 'The open Orrery window did not confirm it, so nothing was changed.',
  'plugin.previewGone': 'This preview is no longer stored. Open the plugin again.',
  'plugin.previewChanged': 'The files of this preview have changed. Open the plugin again.',
  'plugin.notInstalled': 'There is no plugin named {name}.',
  'plugin.isChanged':
    'The plugin {name} is off: its files have changed since you installed it. Review it in Settings › Plugins.',
  'plugin.noChanges': 'The plugin {name} is as new as its source.',
  'plugin.lockBroken':
    'plugins.lock.json cannot be used: “{problem}” No plugin is loaded. Repair the file, or delete it and install the plugins again.',
  'plugin.noOffer': 'The marketplace has no plugin in the folder {inside}.',
} as const
