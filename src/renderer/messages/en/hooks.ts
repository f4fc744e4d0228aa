import type { Catalogue } from '../message.ts'

/** Hooks: which there are, what they do, and what went wrong with them. */
export const hooks = {
  'settings.checks': 'Checks',
  'settings.checksHint':
    'Commands and language servers of the project that look for problems when agents edit.',
  'settings.checks.noProject': 'Open a project to see its checks.',
  'settings.checks.none': 'This project names no checks. Add {commands}, {servers} or {format} to {file}.',
  'settings.checks.untrusted': 'They do not run until you trust the project under Permissions.',
  'settings.checks.commands': 'Commands after edits',
  'settings.checks.servers': 'Language servers',
  'settings.checks.format': 'Formatting',
  'settings.checks.format.onSave': 'When you save',
  'settings.checks.format.afterAgent': 'After edits of agents',
  'settings.checks.format.never': 'Neither on save nor after edits',
  'settings.checks.format.byServer': 'Files without a command are formatted by their language server.',
  'settings.checks.run': 'Run {id}',
  'settings.checks.commandChanged':
    'The command or its settings have changed since you switched it on. Check them and switch it on again.',
  'settings.checks.told': 'Told by the project',
  'settings.checks.state.off': 'Off',
  'settings.checks.state.resting': 'Starts with the next edit',
  'settings.checks.state.starting': 'Starting',
  'settings.checks.state.running': 'Running',
  'settings.checks.state.failed': 'Failed: {detail}',
  'settings.hooks': 'Hooks',
  'settings.hooksHint':
    'Your commands that run at points in an agent’s work and can block, change or extend it.',
  'settings.hooks.again': 'Refresh',
  'settings.hooks.waiting': {
    one: 'This project has a hook of its own. It does not run until you trust the folder.',
    other: 'This project has {count} hooks of its own. They do not run until you trust the folder.',
  },
  'settings.hooks.all': 'All hooks',
  'settings.hooks.run': 'Run hooks',
  'settings.hooks.runOn': 'Yours run everywhere; those of a project only in a trusted folder.',
  'settings.hooks.runOff': 'No hooks run.',
  'settings.hooks.list': 'Installed',
  'settings.hooks.none':
    "No hooks yet. Put a file into {own} in Orrery's folder, or into {project} of a project.",
  'settings.hooks.source.user': 'yours',
  'settings.hooks.source.project': 'project',
  'settings.hooks.turn': 'Run {name}',
  'settings.hooks.neverRan': 'Not run since the app started',
  'settings.hooks.last.done': 'No objection',
  'settings.hooks.last.changed': 'Changed the work',
  'settings.hooks.last.blocked': 'Blocked',
  'settings.hooks.last.failed': 'Failed',
  'settings.hooks.saying': '{label}: {words}',
  'settings.hooks.took': '{ms} ms',
} as const satisfies Catalogue
