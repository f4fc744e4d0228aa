import type { Catalogue } from '../message.ts'

/** The settings that apply, and their layers. */
export const layers = {
  'settings.layers': 'Which settings apply',
  'settings.layers.hint': 'Every setting in effect and the layer of its value. Higher layers win.',
  'settings.layers.here': 'For the open project.',
  'settings.layers.nowhere': 'Without a project. Open a chat to see the settings of its folder.',
  'settings.layers.files': 'Files',
  'settings.layers.filter': 'Filter settings',
  'settings.layers.defaults': 'Show default values',
  'settings.layers.list': 'Settings in effect',
  'settings.layers.none': 'No setting matches.',
  'settings.layers.hidden': 'Without effect: {values}',
  'settings.layers.hiddenValue': '{value} ({layer})',
  'settings.layers.of.builtin': 'default',
  'settings.layers.of.user': 'your file',
  'settings.layers.of.window': 'your choice',
  'settings.layers.of.project': 'project',
  'settings.layers.of.local': 'project, local',
  'settings.layers.of.commandLine': 'command line',
  'settings.layers.of.managed': 'administrator',
  'settings.skills.fixed': 'A settings file disables it.',
  'settings.hooks.source.managed': 'administrator',
  'settings.hooks.onlyManaged': 'Your administrator lets only their own hooks run.',
  'settings.hooks.noneAllowed': 'Your administrator turned off all hooks.',
} as const satisfies Catalogue
