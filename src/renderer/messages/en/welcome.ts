import type { Catalogue } from '../message.ts'

export const welcome = {
  'welcome.title': 'Start with a folder',
  'welcome.lead':
    'Orrery runs agents on your own projects and shows you what they do. Pick a folder; nothing in it changes until you allow it.',
  'welcome.drop': 'or drop one here',
  'welcome.who': 'Who answers',
  'welcome.whoHint': 'Can be changed at any time, for every chat.',
  'welcome.noServer': 'No model server answers on this machine. Start one, then look again.',
  'welcome.practice': 'Practice model',
  'welcome.practice.badge': 'no AI',
  'welcome.practice.text':
    'A small command interpreter that really calls the tools. Enough to see a chat, its tools and an approval on your own folder.',
  'welcome.practice.try': 'try',
  'welcome.practice.example1': 'read README.md',
  'welcome.practice.example2': 'search for TODO',
  'welcome.practice.ready': 'Ready, works offline',
  'welcome.local': 'On this machine',
  'welcome.local.text': 'Model servers found on this computer. What you write stays here.',
  'welcome.local.servers': 'Local servers',
  'welcome.local.looking': 'Looking…',
  'welcome.local.running': 'running',
  'welcome.local.off': 'not running',
  'welcome.local.models': { one: '{count} model', other: '{count} models' },
  'welcome.local.port': 'port {port}',
  'welcome.local.look': 'Look again',
  'welcome.key': 'With your key',
  'welcome.key.text':
    'Any provider that speaks the OpenAI interface. The key goes into the system keychain and nowhere else.',
  'welcome.key.providers': 'Providers',
  'welcome.key.other': 'Another address',
  'welcome.key.none': 'no key',
  'welcome.key.there': 'ready',
  'welcome.key.add': 'Add key',
  'welcome.fact.ask': 'Commands and edits ask first. You choose what to remember.',
  'welcome.fact.undo': 'Every edit is shown as a diff, in the chat and beside it.',
  'welcome.fact.local': 'No account, no telemetry. Everything is in one folder of yours.',
} as const satisfies Catalogue
