import type { Catalogue } from '../message.ts'

/** Settings of the web tools. */
export const web = {
  'settings.web': 'Web',
  'settings.web.hint': 'What agents may reach on the web. Each new host asks first.',
  'settings.web.pages': 'Pages',
  'settings.web.fetch': 'Read web pages',
  'settings.web.fetch.hint': 'Agents can ask to read a page as Markdown.',
  'settings.web.private': 'Private hosts',
  'settings.web.private.hint':
    'Hosts of this computer and of private networks that agents may ask to reach, separated by commas. Metadata services stay closed.',
  'settings.web.search': 'Search',
  'settings.web.engine': 'Search engine',
  'settings.web.engine.hint': 'Agents can search the web once an engine is set.',
  'settings.web.engine.none': 'None',
  'settings.web.engine.provider': 'Model provider',
  'settings.web.model': 'Model',
  'settings.web.model.hint':
    'Its provider searches: Anthropic, OpenAI (Responses API) or Gemini. Each search costs tokens and a fee.',
  'settings.web.model.none': 'Choose a model',
  'settings.web.url': 'Address of the API',
  'settings.web.url.hint': 'SearXNG needs the address of your instance. The others have their own.',
  'settings.web.url.own': 'Default',
  'settings.web.key': 'Key',
  'settings.web.key.hint': 'Where the key is: vault:name or env:NAME.',
  'settings.web.key.none': 'No key',
  'settings.web.secrets': 'Secrets for requests',
  'settings.web.secrets.hint':
    'Agents can send a secret of the vault to the hosts bound to it, without seeing it. One secret per line: name = host, host:port.',
  'settings.web.save': 'Save',
  'settings.web.saved': 'Saved',
  'settings.web.wrong': 'Check this line: {line}',
} as const satisfies Catalogue
