/** What one key of `config.toml` does, for the reference. Missing `preset` means the key has no default. */
type Description = { readonly text: string; readonly preset?: string }

/** Descriptions by dotted key; `<name>` is a name that the person chooses. */
export const SETTING_DESCRIPTIONS: Readonly<Record<string, Description>> = {
  model: { text: 'The model of a new chat. A table like `models.<name>`.', preset: 'Practice model' },
  'keys.<name>': {
    text: 'The key of an action, such as `newChat = "Mod+J"`; `Mod` is Ctrl, on macOS ⌘. The actions are in [shortcuts](shortcuts.md).',
  },
  'statusLine.command': {
    text: 'A command that reads JSON about the chat and prints a line above the status bar. It runs in trusted folders only.',
  },
  'statusLine.refreshSeconds': { text: 'Seconds between runs without any change; 0 for none.', preset: '0' },
  'statusLine.padding': { text: 'Spaces before and after the line.', preset: '0' },
  'web.fetch': { text: 'Whether agents may ask to read web pages.', preset: 'true' },
  'web.privateHosts[]': {
    text: 'Hosts of this computer and of private networks that agents may ask to reach, without scheme and port.',
  },
  'web.search.engine': { text: 'The search engine of `web_search`. Without it the tool is not offered.' },
  'web.search.url': { text: 'The address of the search API. SearXNG needs it.', preset: 'the engine’s' },
  'web.search.model': {
    text: 'With `provider`: the model whose provider searches. The search is paid for with its key.',
  },
  'web.search.apiKeyRef': { text: 'Where the key of the search engine is: `vault:<name>` or `env:<NAME>`.' },
  'web.secrets.<name>[]': {
    text: 'The hosts to which `vault_http` may send the secret of this name in the vault, with `:port` for an unusual port.',
  },
  'tools.preset': {
    text: 'The tools that agents may have: all (`coding`), those that change nothing (`readonly`), or none. Tools of MCP servers belong to `coding` only.',
    preset: '"coding"',
  },
  'skills.disabled[]': { text: 'Names of skills that agents do not see.', preset: 'none' },
  'context.systemFraction': {
    text: 'The share of the window that instructions and rules may take.',
    preset: '0.15',
  },
  'context.alwaysKeepKinds[]': {
    text: 'Kinds of notes that stay in a request that is too full, such as `hook-context`. The inspector of a chat names the kinds.',
    preset: 'none',
  },
  'context.truncation[].kind': { text: 'A kind of notes in requests.' },
  'context.truncation[].maxBudgetFraction': {
    text: 'The share of a request that one note of the kind may take.',
  },
  'context.truncation[].strategy': {
    text: 'The part of a longer note that stays: its `head`, its `tail`, both without the `middle`, or nothing (`drop`).',
  },
  'context.toolOutputKeepTurns': { text: 'The newest answers whose tool outputs stay whole.', preset: '3' },
  'tools.search': {
    text: 'When agents find the tools of MCP servers by a search: `auto` from 2 % of the window, `auto:N` from N percent, `on` always, `off` never. It applies to new chats.',
    preset: '"auto"',
  },
  'tools.ranking.keyword': { text: 'The share of shared words; rarity has the rest.', preset: '0.4' },
  'tools.ranking.name': { text: 'The weight of the name of a tool in a search.', preset: '3' },
  'tools.ranking.group': { text: 'The weight of the name of its server.', preset: '2.5' },
  'tools.ranking.description': { text: 'The weight of what a tool says of itself.', preset: '1' },
  'tools.ranking.arguments': { text: 'The weight of its arguments.', preset: '0.5' },
  'tools.ranking.least': { text: 'The least rank of a tool that a search shows.', preset: '0.1' },
  'diagnostics.servers.<name>.initializationOptions.<name>': { text: 'What a language server gets first.' },
  'diagnostics.servers.<name>.settings.<name>': { text: 'What it asks for, as `python.analysis`.' },
  'models.<name>.type': { text: 'A model that Orrery knows, or one that you describe here.' },
  'models.<name>.api': { text: 'The protocol of the server. Most servers speak `openai-completions`.' },
  'models.<name>.provider': { text: 'The name of the provider, without slashes.' },
  'models.<name>.id': { text: 'The name of the model at the provider.' },
  'models.<name>.label': { text: 'The name that Orrery shows.', preset: 'the id' },
  'models.<name>.baseUrl': { text: 'The address of the API, up to and including the version.' },
  'models.<name>.apiKeyRef': {
    text: 'Where the key is: `vault:<name>` or `env:<NAME>`. A key never stands in this file.',
  },
  'models.<name>.contextWindow': { text: 'The number of tokens that the model reads at most.' },
  'models.<name>.maxTokens': { text: 'The number of tokens that the model writes at most in one answer.' },
  'models.<name>.reasoning': { text: 'Whether the model thinks before it answers.' },
  'models.<name>.topP': {
    text: 'The share of probable words that the model chooses from.',
    preset: 'the server’s',
  },
  'models.<name>.reasoningEffort': {
    text: 'How long the model thinks. Only for a model that thinks.',
    preset: 'the server’s',
  },
  'models.<name>.providerReplay': {
    text: 'How an earlier tool round without its reasoning is sent: as it is, as text, or with the empty field of the protocol. Only for a model that thinks.',
    preset: 'as the provider documents',
  },
  'models.<name>.pictures': {
    text: 'Whether the model reads pictures.',
    preset: 'the first picture is tried',
  },
  'models.<name>.inputPrice': { text: 'US dollars per million input tokens.', preset: 'unknown' },
  'models.<name>.outputPrice': { text: 'US dollars per million output tokens.', preset: 'unknown' },
  'models.<name>.continuation': {
    text: 'Whether requests of a chat continue the one before over a WebSocket. Only for `openai-responses`. The provider is asked to store nothing.',
    preset: 'false',
  },
  'models.<name>.fallback': {
    text: 'The model that answers while this one is overloaded or unreachable: a name under `[models]`, or `provider/id`.',
    preset: 'none',
  },
  'roles.small': {
    text: 'The model that names and summarises chats and proposes memories: a name under `[models]`, or `provider/id`.',
    preset: 'the model of the chat',
  },
  'roles.medium': {
    text: 'The model that `medium` means in agents, scripts and commands.',
    preset: 'from the catalogue',
  },
  'roles.large': {
    text: 'The model that `large` means in agents, scripts and commands.',
    preset: 'from the catalogue',
  },
  'roles.providers.<name>.small': {
    text: 'The model that `small` means in chats of this provider.',
    preset: 'from `roles.small`',
  },
  'roles.providers.<name>.medium': {
    text: 'The model that `medium` means in chats of this provider.',
    preset: 'from `roles.medium`',
  },
  'roles.providers.<name>.large': {
    text: 'The model that `large` means in chats of this provider.',
    preset: 'from `roles.large`',
  },
  'runs.maxTurns': { text: 'The number of model requests of one run.', preset: '200' },
  'runs.maxParallel': {
    text: 'The number of subagents of a chat that run at once; four times that over all chats. Needs a restart.',
    preset: '16',
  },
  'runs.cancelGraceMs': { text: 'Milliseconds that a stopped tool may take to end.', preset: '5000' },
  'runs.maxCost': { text: 'US dollars after which a run pauses, subagents included.', preset: 'no limit' },
  'runs.maxMinutes': { text: 'Minutes of work after which a run pauses.', preset: 'no limit' },
  'runs.sessionTtl': {
    text: 'Days without anything new after which a chat is archived. Pinned, unread and waiting chats stay.',
    preset: 'never',
  },
  'runs.silentMinutes': {
    text: 'Minutes without a sign of life after which a subagent is stopped and retried once.',
    preset: '16',
  },
  'runs.warnAt': { text: 'The share of a limit at which Orrery warns.', preset: '0.8' },
  'limits.warnPerDay': {
    text: 'US dollars per local calendar day, over everything, at which Orrery warns.',
    preset: 'no warning',
  },
  'limits.stopPerDay': {
    text: 'US dollars per local calendar day, over everything, at which all runs pause.',
    preset: 'no limit',
  },
  'limits.warnPerMonth': {
    text: 'US dollars per calendar month, over everything, at which Orrery warns.',
    preset: 'no warning',
  },
  'limits.stopPerMonth': {
    text: 'US dollars per calendar month, over everything, at which all runs pause.',
    preset: 'no limit',
  },
  'limits.projects.<name>.warnPerDay': {
    text: 'The same for the project in the folder `<name>`. The `[limits]` of its own `.orrery/config.toml` can only lower this.',
    preset: 'no warning',
  },
  'limits.projects.<name>.stopPerDay': {
    text: 'US dollars per local calendar day at which the runs of the project pause.',
    preset: 'no limit',
  },
  'limits.projects.<name>.warnPerMonth': {
    text: 'US dollars per calendar month in the project at which Orrery warns.',
    preset: 'no warning',
  },
  'limits.projects.<name>.stopPerMonth': {
    text: 'US dollars per calendar month at which the runs of the project pause.',
    preset: 'no limit',
  },
  'context.maxInputTokens': { text: 'Tokens that a request holds at most.', preset: 'what the model reads' },
  'context.reserveOutput': { text: 'Tokens of the window that stay free for the answer.', preset: '8192' },
  'context.toolOutputMaxChars': { text: 'Characters of one tool output in a request.', preset: '30000' },
  'context.autoCompact': {
    text: 'Whether older messages are summarised automatically. Otherwise the oldest are left out.',
    preset: 'true',
  },
  'context.compactAt': {
    text: 'The share of the window at which older messages are summarised. Unset: 0.9 once the server has counted a request.',
    preset: '0.8',
  },
  'context.window.strategy': {
    text: 'Whether the model reads the whole chat, or only what followed your last messages.',
    preset: '"full"',
  },
  'context.profile': {
    text: 'The profile that applies unless a model, an agent or a chat has another.',
    preset: 'none',
  },
  'context.profiles.<name>': { text: 'A profile: the keys above, which replace those of `[context]`.' },
  'context.models.<name>': {
    text: 'The profile of a model, by its name under `[models]` or by `provider/id`.',
  },
  'context.window.maxTurns': { text: 'The number of those messages. Only with `strategy = "sliding"`.' },
  'workflows.chatCeiling': {
    text: 'Output tokens of a workflow run that a chat starts; 0 for no limit.',
    preset: '200000',
  },
  'workflows.chatCeilingUsd': {
    text: 'US dollars of a workflow run that a chat starts; 0 for no limit.',
    preset: 'no limit',
  },
  'memory.recall': { text: 'Whether memories are recalled automatically.', preset: 'true' },
  'memory.minScore': { text: 'How well a memory must fit to be recalled.', preset: '0.7' },
  'memory.maxBudgetFraction': { text: 'The share of the window for recalled memories.', preset: '0.2' },
  'memory.propose': { text: 'Whether idle chats are scanned for memory proposals.', preset: 'false' },
  'memory.embeddings.provider': { text: 'The provider of the embeddings model.', preset: 'none' },
  'memory.embeddings.model': { text: 'The embeddings model, for recall by meaning.', preset: 'none' },
  'teams.enabled': { text: 'Whether agents may work in teams.', preset: 'true' },
  'teams.apart': { text: 'Whether tools of teammates run in their own processes.', preset: 'false' },
  'agents.background': {
    text: 'Whether agents may run in the background. Without it there are no forks and no coordinator mode.',
    preset: 'true',
  },
  'agents.backgroundAfter': {
    text: 'Minutes that a finished subagent waits for the others of its call before these move to the background; 0 for no move.',
    preset: '2',
  },
  'agents.<name>.name': { text: 'The name that Orrery shows.', preset: 'the agent’s, as all below' },
  'agents.<name>.description': { text: 'What the agent is for.' },
  'agents.<name>.disabled': {
    text: 'The agent cannot be chosen or started. `build`, `general` and hidden agents stay on.',
    preset: 'false',
  },
  'agents.<name>.persona': { text: 'The instructions of the agent.' },
  'agents.<name>.color': { text: 'The colour of its mark.' },
  'agents.<name>.model': { text: 'The model, as in the file of an agent.' },
  'agents.<name>.effort': { text: 'How much the model thinks.' },
  'agents.<name>.temperature': { text: 'The randomness of answers.' },
  'agents.<name>.topP': { text: 'The share of likely words that answers choose from.' },
  'agents.<name>.providerReplay': { text: 'The form of earlier tool rounds without their reasoning.' },
  'agents.<name>.maxTurns': { text: 'The most requests of a run.' },
  'agents.<name>.permissionMode': {
    text: 'The permission mode, which only makes that of the chat stricter.',
  },
  'agents.<name>.tools.allow[]': { text: 'The only tools that it has.' },
  'agents.<name>.tools.deny[]': { text: 'Tools that it does not have.' },
  'agents.<name>.permission[].tool': {
    text: 'The tool of a rule for this agent. Rules are added to its own.',
  },
  'agents.<name>.permission[].pattern': { text: 'The calls that the rule covers.', preset: 'all calls' },
  'agents.<name>.permission[].action': { text: 'What the rule decides.' },
  'agents.<name>.skills[]': { text: 'The only skills that it sees.' },
  'agents.<name>.canDelegateTo[]': { text: 'The only agents that it may start.' },
  'agents.<name>.context': { text: 'The keys of `[context]`, for this agent.' },
  'chats.summaries': {
    text: 'Whether the model of a long chat keeps a summary in the background. It is asked after an answer, and compaction uses the summary.',
    preset: 'true',
  },
  'chats.summaryEvery': {
    text: 'Tokens by which a chat grows between two such summaries, from 5000 to 1000000. A shorter chat gets none.',
    preset: '30000',
  },
  'chats.suggestions': {
    text: 'Whether the next message is suggested in the empty message box after each answer.',
    preset: 'false',
  },
  'chats.modelTitles': { text: 'Whether a model names a chat after its first answer.', preset: 'true' },
  'permissions[].tool': { text: 'The tool of a rule; `*` for any.' },
  'permissions[].pattern': {
    text: 'What the tool acts on: a command for `bash`, a path for file tools, a host for `network`, `name=value` of a repository setting for `git`. `*` matches anything.',
    preset: 'anything',
  },
  'permissions[].action': { text: 'What the rule decides.' },
  permissionMode: { text: 'The permission mode of a new chat.', preset: '"ask"' },
  'sandbox.mode': {
    text: 'Whether commands run in the OS sandbox: where the system has one, always, or never.',
    preset: '"auto"',
  },
  'sandbox.network': {
    text: 'Whether a host that no rule names asks you, or no host is reachable.',
    preset: '"ask"',
  },
  'sandbox.write[]': { text: 'More folders that commands may write. May begin with `~`.', preset: 'none' },
  'sandbox.hide[]': { text: 'More paths that commands do not see.', preset: 'none' },
  'sandbox.show[]': { text: 'Paths with secrets that commands see anyway.', preset: 'none' },
  'sandbox.memoryMb': { text: 'MiB of memory of one command.', preset: 'no limit' },
  'sandbox.processes': { text: 'Processes and threads of one command.', preset: 'no limit' },
  'ui.modeKey': {
    text: 'Whether Shift+Tab in the message box changes the permission mode. It never chooses full access.',
    preset: 'true',
  },
  askForReadOnly: { text: 'Whether commands that only read ask like any other.', preset: 'false' },
  'environment.projects.<name>[]': {
    text: 'Variables that commands in this folder inherit although they look like secrets. The name is the folder.',
    preset: 'none',
  },
  'ui.locale': { text: 'The language of the windows.', preset: '"system"' },
  'ui.theme': { text: 'The theme of the windows.', preset: '"system"' },
  'mcp.servers.<name>.command': { text: 'The program of a local MCP server.' },
  'mcp.servers.<name>.args[]': { text: 'The arguments of the program.' },
  'mcp.servers.<name>.env.<name>': {
    text: 'A variable of the program: plain text, `vault:<name>` or `env:<NAME>`.',
  },
  'mcp.servers.<name>.cwd': {
    text: 'The folder the program starts in; in a project relative to its folder.',
    preset: 'the project, or the home folder',
  },
  'mcp.servers.<name>.url': { text: 'The address of a remote MCP server.' },
  'mcp.servers.<name>.headers.<name>': {
    text: 'A header: `vault:<name>` or `env:<NAME>`, with at most one word such as `Bearer` in front.',
  },
  'mcp.servers.<name>.transport': {
    text: 'How the server is reached. `sse` is the old event stream.',
    preset: 'found out',
  },
  'mcp.servers.<name>.enabled': {
    text: 'Whether agents get its tools. The switch in _Settings › MCP servers_ wins.',
    preset: '`true`',
  },
  'mcp.servers.<name>.tools.allow[]': {
    text: 'Only these tools are offered. A `*` at the end matches any ending.',
    preset: 'all',
  },
  'mcp.servers.<name>.tools.deny[]': { text: 'These tools are not offered.', preset: 'none' },
  'mcp.servers.<name>.timeout': { text: 'Seconds that a call may take without progress.', preset: '120' },
  'mcp.servers.<name>.oauth.clientId': { text: 'The client id that you registered for this server.' },
  'mcp.servers.<name>.oauth.clientSecret': { text: 'Its client secret: `vault:<name>` or `env:<NAME>`.' },
  'mcp.servers.<name>.oauth.issuer': {
    text: 'The only authorization server that may receive the client id.',
    preset: 'the first one used',
  },
  'mcp.servers.<name>.oauth.port': {
    text: 'The port of the redirect address `http://127.0.0.1:<port>/callback`.',
    preset: 'any free port',
  },
  'mcp.servers.<name>.sandbox': {
    text: 'Whether a program of your own runs in the sandbox. Programs of projects always do.',
    preset: '`false`',
  },
  'mcp.servers.<name>.sampling': {
    text: 'Whether the server may ask a model of yours. Each request needs your approval.',
    preset: '`false`',
  },
  'mcp.servers.<name>.samplingTokens': {
    text: 'The most tokens a day for these requests.',
  },
  'mcp.servers.<name>.roots': {
    text: 'Whether the server may read the path of the project folder.',
    preset: '`false`',
  },
  'mcp.clientMetadataUrl': {
    text: 'The https address of a client metadata document that identifies the app at sign-ins. Its redirect address is `http://127.0.0.1/callback`.',
    preset: 'none',
  },
  'mcp.servers[].name': {
    text: 'The list form: the name of the server. The other keys are those of `mcp.servers.<name>`.',
  },
  'mcp.servers[].command': { text: 'The program of a local MCP server.' },
  'mcp.servers[].args[]': { text: 'The arguments of the program.' },
  'mcp.servers[].env.<name>': {
    text: 'A variable of the program: plain text, `vault:<name>` or `env:<NAME>`.',
  },
  'mcp.servers[].cwd': {
    text: 'The folder the program starts in; in a project relative to its folder.',
    preset: 'the project, or the home folder',
  },
  'mcp.servers[].url': { text: 'The address of a remote MCP server.' },
  'mcp.servers[].headers.<name>': {
    text: 'A header: `vault:<name>` or `env:<NAME>`, with at most one word such as `Bearer` in front.',
  },
  'mcp.servers[].transport': {
    text: 'How the server is reached. `sse` is the old event stream.',
    preset: 'found out',
  },
  'mcp.servers[].enabled': {
    text: 'Whether agents get its tools. The switch in _Settings › MCP servers_ wins.',
    preset: '`true`',
  },
  'mcp.servers[].tools.allow[]': {
    text: 'Only these tools are offered. A `*` at the end matches any ending.',
    preset: 'all',
  },
  'mcp.servers[].tools.deny[]': { text: 'These tools are not offered.', preset: 'none' },
  'mcp.servers[].timeout': { text: 'Seconds that a call may take without progress.', preset: '120' },
  'mcp.servers[].oauth.clientId': { text: 'The client id that you registered for this server.' },
  'mcp.servers[].oauth.clientSecret': { text: 'Its client secret: `vault:<name>` or `env:<NAME>`.' },
  'mcp.servers[].oauth.issuer': {
    text: 'The only authorization server that may receive the client id.',
    preset: 'the first one used',
  },
  'mcp.servers[].oauth.port': {
    text: 'The port of the redirect address `http://127.0.0.1:<port>/callback`.',
    preset: 'any free port',
  },
  'mcp.servers[].sampling': {
    text: 'Whether the server may ask a model of yours. Each request needs your approval.',
    preset: '`false`',
  },
  'mcp.servers[].samplingTokens': {
    text: 'The most tokens a day for these requests.',
  },
  'mcp.servers[].roots': {
    text: 'Whether the server may read the path of the project folder.',
    preset: '`false`',
  },
  'mcp.servers[].sandbox': {
    text: 'Whether a program of your own runs in the sandbox. Programs of projects always do.',
    preset: '`false`',
  },
}
