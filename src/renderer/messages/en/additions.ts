import type { Catalogue } from '../message.ts'

/** Texts of the settings for extensions. */
export const additions = {
  'settings.mcp': 'MCP servers',
  'settings.mcpHint': 'Programs that bring agents more tools.',
  'settings.mcp.none': 'Orrery does not speak to MCP servers yet',
  'settings.mcp.noneHint':
    'None is started, whatever the files of a project say. Until then agents use the tools that come with the app; commands and skills add the rest.',
  'settings.skills': 'Skills',
  'settings.skillsHint': 'Knowledge an agent loads when a task calls for it: a folder with a SKILL.md.',
  'settings.skills.brought': 'Yours, and of the open project',
  'settings.skills.builtin': 'Come with the app',
  'settings.skills.broken': 'Cannot be used',
  'settings.skills.usable': 'can be used',
  'settings.skills.unusable': 'cannot be used',
  'settings.skills.needs': 'needs {tool}',
  'settings.skills.openOf': 'Open the file of {name}',
  'settings.skills.none':
    'None of yours here. Put a folder with a SKILL.md into {own} in Orrery’s folder, or into {project} of a project you trust.',
  'settings.extensions': 'Extensions',
  'settings.extensionsHint':
    'What you and your projects add to the app are files in folders. Extensions with code of their own cannot be loaded yet.',
  'settings.extensions.kinds': 'What can be added',
  'settings.extensions.show': 'Show',
  'settings.extensions.agents': 'Agents',
  'settings.extensions.agentsHint': 'Who answers, with which tools and instructions: a file each.',
  'settings.extensions.scripts': 'Workflow scripts',
  'settings.extensions.scriptsHint': 'Jobs for many agents, run from a script.',
} as const satisfies Catalogue
