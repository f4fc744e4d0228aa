import type { CallName } from '#shared/ipc/contract.ts'

/** The calls that only read. A component keeps their answers with `useQuery`; all other calls are commands. */
export type QueryName = Extract<
  CallName,
  | 'access.list'
  | `agent.runs`
  | `agents.${'check' | 'file' | 'get' | 'list'}`
  | `app.${'environment' | 'health' | 'tray' | 'version'}`
  | 'audit.list'
  | `blob.${'find' | 'image' | 'text'}`
  | `changes.${'blame' | 'branches' | 'conflict' | 'decisions' | 'diff' | 'discarded' | 'distance' | 'list'}`
  | `changes.${'log' | 'origin' | 'stashContent' | 'stashes'}`
  | `checkpoint.${'files' | 'look' | 'preview' | 'usage'}`
  | `context.${'cache' | 'chatPolicy' | 'longChats' | 'policy' | 'report'}`
  | `directory.${'complete' | 'describe' | 'list' | 'roots'}`
  | 'exchange.listSnipped'
  | 'folder.list'
  | `file.${'find' | 'folders' | 'kept' | 'open' | 'stamps'}`
  | 'gitQuestion.list'
  | 'handed.text'
  | `home.${'leftovers' | 'restored' | 'sizes' | 'work'}`
  | 'hooks.list'
  | 'instructions.view'
  | 'job.output'
  | `knowledge.${'facets' | 'get' | 'list' | 'meant' | 'search' | 'work'}`
  | `mcp.${'completeArgument' | 'details' | 'editable' | 'findResources' | 'list' | 'message' | 'messages'}`
  | `mcp.${'offers' | 'prompts' | 'readResource' | 'skills' | 'trial'}`
  | `memory.${'embedding' | 'facets' | 'get' | 'list' | 'meant' | 'noteHistory' | 'notes' | 'pairs'}`
  | `memory.${'proposals' | 'search' | 'settings'}`
  | `model.${'detect' | 'figures' | 'known' | 'named' | 'ofNewChat' | 'offered'}`
  | 'plugins.list'
  | 'process.list'
  | 'issue.place'
  | 'share.preview'
  | `review.${'diff' | 'state' | 'target'}`
  | `pulls.${'find' | 'get' | 'watches'}`
  | `project.${'branches' | 'files' | 'folders' | 'readFolder' | 'unmatched'}`
  | 'report.preview'
  | `search.${'chat' | 'check' | 'sessions'}`
  | `session.${'askedAt' | 'bin' | 'compactPreview' | 'contexts' | 'list' | 'pace' | 'sentTexts' | 'toolCalls'}`
  | `problems.${'checks' | 'list'}`
  | 'settings.inForce'
  | 'skills.list'
  | 'commands.files'
  | 'styles.list'
  | `statusLine.${'run' | 'settings'}`
  | 'team.past'
  | `trigger.${'history' | 'list' | 'recent' | 'rehearse'}`
  | `usage.${'report' | 'state'}`
  | `vault.list`
  | 'terminal.shells'
  | 'web.settings'
  | `workflow.${'agent' | 'check' | 'find' | 'get' | 'pasted' | 'runs' | 'saved'}`
  | `attempts.${'list' | 'view'}`
  | `worktree.${'compare' | 'list' | 'places'}`
>

/** The calls that change, open or send something. */
export type CommandName = Exclude<CallName, QueryName>
