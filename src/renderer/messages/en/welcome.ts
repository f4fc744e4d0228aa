import type { Catalogue } from '../message.ts'

export const welcome = {
  'welcome.title': 'Start with a folder',
  'welcome.lead':
    'Orrery runs agents on your own projects and shows you what they do. Pick a folder; nothing in it changes until you allow it.',
  'welcome.drop': 'or drop one here',
  'welcome.who': 'Choose a model',
  'welcome.whoHint': 'You can change this at any time, for each chat.',
  'welcome.noServer': 'No model server found on this machine. Start one, then refresh.',
  'welcome.practice': 'Practice model',
  'welcome.practice.badge': 'no AI',
  'welcome.practice.text':
    'No AI: a small command interpreter that uses the real tools, so you can try chats, approvals and workflows on your own folder.',
  'welcome.practice.try': 'try',
  'welcome.practice.example1': 'read README.md',
  'welcome.practice.example2': '/survey-project',
  'welcome.practice.ready': 'Ready, works offline',
  'welcome.local': 'On this machine',
  'welcome.local.text': 'Model servers found on this computer. Your messages stay here.',
  'welcome.local.servers': 'Local servers',
  'welcome.local.looking': 'Searching…',
  'welcome.local.running': 'running',
  'welcome.local.off': 'not running',
  'welcome.local.models': { one: '{count} model', other: '{count} models' },
  'welcome.local.port': 'port {port}',
  'welcome.local.look': 'Refresh',
  'welcome.key': 'With your API key',
  'welcome.key.text':
    'Anthropic, OpenAI, Google and nine more, or any compatible server. The key is stored only in the vault.',
  'welcome.key.providers': 'Providers',
  'welcome.key.none': 'no key',
  'welcome.key.there': 'ready',
  'welcome.key.locked': 'vault is locked',
  'welcome.key.add': 'Add key',
  'welcome.fact.ask':
    'Agents ask before they run commands or edit files. You decide what to allow for longer.',
  'welcome.fact.undo': 'Every edit shows as a diff and can be undone file by file.',
  'welcome.fact.local': 'No account, no telemetry. Everything stays in one folder on your machine.',
} as const satisfies Catalogue
