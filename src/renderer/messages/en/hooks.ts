import type { Catalogue } from '../message.ts'

/** Hooks: which there are, what they do, and what went wrong with them. */
export const hooks = {
  'settings.hooks': 'Hooks',
  'settings.hooksHint':
    'Commands of yours that step in while agents work: they can add, refuse, change, or let the work go on.',
  'settings.hooks.again': 'Look again',
  'settings.hooks.waiting': {
    one: 'This project brings a hook of its own. It does not run until you trust the folder.',
    other: 'This project brings {count} hooks of its own. None of them runs until you trust the folder.',
  },
  'settings.hooks.all': 'All hooks',
  'settings.hooks.run': 'Run hooks',
  'settings.hooks.runOn': 'Yours everywhere; those of a project only once you have trusted its folder.',
  'settings.hooks.runOff': 'None runs, whatever files say.',
  'settings.hooks.list': 'Here',
  'settings.hooks.none':
    "There are none here. Put a file into {own} in Orrery's folder, or into {project} of a project.",
  'settings.hooks.source.user': 'yours',
  'settings.hooks.source.project': 'project',
  'settings.hooks.turn': 'Run {name}',
  'settings.hooks.neverRan': 'Has not run since the app was started',
  'settings.hooks.last.done': 'Had nothing against it',
  'settings.hooks.last.changed': 'Stepped in',
  'settings.hooks.last.blocked': 'Refused',
  'settings.hooks.last.failed': 'Failed',
  'settings.hooks.saying': '{label}: {words}',
  'settings.hooks.took': '{ms} ms',
} as const satisfies Catalogue
