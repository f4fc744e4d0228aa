import type { Catalogue } from '../message.ts'

/** The list of everything that can run programs of others or be reached by other programs. */
export const access = {
  'settings.access': 'Access',
  'access.hint':
    'Programs of projects, servers and plugins that may run, and places where other programs reach Orrery. Each starts closed, asks once and can be closed here.',
  'access.none': 'Nothing is open',
  'access.noneWhy': 'Trusted projects, servers, plugins, hooks, triggers and terminals are listed here.',
  'access.missing': '{kind} could not be listed.',
  'access.kind.project': 'Trusted projects',
  'access.kind.server': 'Language servers',
  'access.kind.mcp': 'MCP servers',
  'access.kind.plugin': 'Plugins',
  'access.kind.hook': 'Hooks',
  'access.kind.trigger': 'Triggers',
  'access.kind.terminal': 'Terminals',
  'access.kind.port': 'Opened ports',
  'access.kind.signIn': 'Sign-ins',
  'access.kind.socket': 'Command line',
  'access.kind.webhooks': 'Webhook listener',
  'access.about.project':
    'Hooks, tools, checks, format commands and Git programs that a trusted project names may run.',
  'access.about.server': 'Programs of a project that check and format code, in the sandbox.',
  'access.about.mcp': 'Programs and addresses whose tools agents call.',
  'access.about.plugin': 'Packages that add agents, skills, hooks and servers.',
  'access.about.hook': 'Commands that run at points of a chat.',
  'access.about.trigger': 'Chats and workflows that start without you.',
  'access.about.terminal': 'Your own shells. No agent reaches them.',
  'access.about.port':
    'Programs of this computer reach a background program in its sandbox. Each closes with its program.',
  'access.about.signIn':
    'Plans of yours that Orrery may use. Closing one signs out and ends the session at the provider.',
  'access.about.socket':
    'Programs of your own user can run and read while a window is open; they never approve or read secrets. It closes with the app.',
  'access.about.webhooks':
    'Programs of this computer with the secret of a trigger. It closes when no webhook trigger is on.',
  'access.socket': 'Socket of this window',
  'access.webhooks': 'Local address',
  'access.state.open': 'open',
  'access.state.asks': 'asks first',
  'access.state.closed': 'closed',
  'access.opened': 'Opened by you, {time}',
  'access.openedByCommand': 'Opened on the command line, {time}',
  'access.close': 'Close',
  'access.closeNamed': 'Close {name}',
  'access.closed': '{name} was closed.',
  'access.terminalBusy': 'A program still runs in {name}. Close it in the terminal.',
} as const satisfies Catalogue
