import type { Catalogue } from '../message.ts'

/** Texts of the settings for extensions. */
export const additions = {
  'settings.skills': 'Skills',
  'settings.skillsHint': 'Knowledge an agent loads when a task calls for it: a folder with a SKILL.md.',
  'settings.skills.brought': 'Yours and the open project’s',
  'settings.skills.builtin': 'Built in',
  'settings.skills.broken': 'Cannot be used',
  'settings.skills.usable': 'available',
  'settings.skills.off': 'switched off',
  'settings.skills.turn': 'Use the skill {name}',
  'settings.skills.unusable': 'unavailable',
  'settings.skills.needs': 'needs {tool}',
  'settings.skills.openOf': 'Open the file of {name}',
  'settings.skills.none':
    'No skills yet. Put a folder with a SKILL.md into {own} in Orrery’s folder, or into {project} of a trusted project.',
  'settings.extensions': 'Extensions',
  'settings.extensionsHint':
    'What you and your projects add to the app are files in folders. Extensions with code of their own cannot be loaded yet.',
  'settings.extensions.kinds': 'What can be added',
  'settings.extensions.show': 'Show',
  'settings.extensions.agents': 'Agents',
  'settings.extensions.agentsHint': 'One file per agent, with its tools and instructions.',
  'settings.extensions.scripts': 'Workflow scripts',
  'settings.extensions.scriptsHint': 'Scripts that split one job over many agents.',
} as const satisfies Catalogue
