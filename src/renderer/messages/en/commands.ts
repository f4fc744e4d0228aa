/** What is typed behind a slash, and what it answers. */
export const commands = {
  'commands.list': 'Commands',
  'commands.count': { one: '{count} command', other: '{count} commands' },
  'commands.branch': 'Copy this chat as it stands into a new one',
  'commands.branches': 'Show all branches of this chat',
  'commands.compact': 'Put a summary in the place of older messages; words behind it say what to mind',
  'commands.resume': 'Go on with what has no answer; with words, open the chat of that title',
  'commands.resume.none':
    'No chat of this project has “{words}” in its title. Search looks through what was said, too.',
  'commands.recap': 'What happened in this chat',
  'commands.summary': 'What stands for this chat: its summary and notes',
  'commands.memory.list': 'The stores of this project',
  'commands.memory.create': 'Make a store: /memory create <store>',
  'commands.memory.store': 'Keep an entry: /memory store <store> <key> <words>',
  'commands.memory.fetch': 'Read an entry: /memory fetch <store> <key>',
  'commands.memory.entries': 'Read all entries: /memory entries <store>',
  'commands.memory.archive': 'Put a store away: /memory archive <store>',
  'commands.close': 'Close',
  'commands.noChat': 'Nothing has happened yet: this chat begins with your first message.',
  'commands.noProject': 'Stores belong to a project. Open one first.',
  'commands.wrong.verb': '/memory knows list, create, store, fetch, entries and archive.',
  'commands.wrong.store': 'Name a store, for example /memory entries release.',
  'commands.wrong.key': 'Name an entry behind the store; a name of several words in "quotation marks".',
  'commands.wrong.value': 'Write what is to be kept behind the name of the entry.',
  'commands.wrong.badStore':
    'A store has one word of up to 40 letters, digits, - or _; no slashes and no dots.',
  'commands.wrong.badKey':
    'An entry is named with letters, digits, spaces, - and _, and single dots between them; no slashes.',
  'commands.wrong.tooLong':
    'An entry holds up to 20,000 characters. Longer knowledge belongs into a file of the project.',
  'commands.stores': 'Stores of this project',
  'commands.store.none': 'There is no store yet. /memory create <store> makes one.',
  'commands.store.created':
    'The store “{store}” is there. /memory store {store} <key> <words> keeps something in it.',
  'commands.store.stored': 'Kept in “{store}”',
  'commands.store.empty': 'The store “{store}” is empty.',
  'commands.recap.title': 'What happened',
  'commands.summary.title': 'Summary',
  'commands.summary.none':
    'Nothing of this chat was summarised and it has no notes, so here is what happened.',
  'commands.recap.summary': 'Stands for older messages',
  'commands.recap.notes': 'Notes',
  'commands.recap.asked': 'What you said',
  'commands.recap.steps': 'Steps',
  'commands.recap.files': 'Files changed',
  'commands.recap.tools': 'Tools used',
  'commands.recap.failed': '{name} {uses}, {failed} failed',
  'commands.recap.answer': 'The last answer',
  'commands.recap.nothing': 'Nothing has happened in this chat yet.',
  'commands.store.count': { one: '{count} entry', other: '{count} entries' },
  'commands.store.archived': {
    one: '“{store}” is put away as “{name}” with {count} entry. It can be read, and does not come to mind any more.',
    other:
      '“{store}” is put away as “{name}” with {count} entries. They can be read, and do not come to mind any more.',
  },
  'commands.recap.earlier': { one: '{count} message before', other: '{count} messages before' },
} as const
