// Who may import whom. `may` reads: files here may import only what stands in the list.
const {
  main,
  npm,
  may,
  mayNot,
  SHARED,
  LIB,
  PORTS,
  PORT_OF_APP,
  TYPES_OF_APP,
  CATALOG,
  EMBEDDER,
  ANY_NPM,
  SQLITE,
  ZOD,
  ELECTRON,
  NODE,
  WASM,
  TEST,
} = require('./scripts/layers/rule-words.cjs')
const { FOLDER_RULES } = require('./scripts/layers/folder-rules.cjs')
const { ROOM_RULES } = require('./scripts/layers/room-rules.cjs')
const { WINDOW_RULES } = require('./scripts/layers/window-rules.cjs')

/** The files that start programs. */
const STARTS_PROGRAMS =
  '^src/main/(cli/fork-process|electron/(open-at-line|tray/tray-host)|git/start-program|lib/programs/process-tree|mcp/client/program-transport|problems/servers/server-program|processes/(start-keeper|read-processes)|sandbox/(home-doors|project/project-search)|tools/bash/run-shell|tools/search/ripgrep)\\.ts$'

/** The rooms that are handed everything that touches the world. */
const RUNTIME = '^src/main/(runs|context|agents|hooks|workflows/engine)/'

module.exports = {
  forbidden: [
    may('shared-is-pure', SHARED, [SHARED, ZOD], 'Words both sides speak. No effects, no process.'),
    may(
      'preload-is-a-wire',
      '^src/preload/',
      ['^src/shared/ipc/(bridge|channels)\\.ts$', npm('electron')],
      'Two verbs, no logic.',
    ),

    // The main process, from the rim inwards.
    may(
      'index-is-lifecycle',
      '^src/main/index\\.ts$',
      ['^src/main/app(-parts)?\\.ts$', PORT_OF_APP, main('electron'), LIB, SHARED, npm('electron'), NODE],
      'Ready, single instance, quit.',
    ),
    may(
      'start-loads-the-rest',
      '^src/main/start\\.ts$',
      ['^src/main/electron/start/(compiled-code|home-folder)\\.ts$', NODE],
      'The compiled app, as fast as it can be read.',
    ),
    may(
      'electron-is-the-shell',
      main('electron'),
      [main('electron'), PORT_OF_APP, LIB, SHARED, ZOD, npm('electron'), NODE],
      'Windows and the door; it knows the app as a port.',
    ),
    may('app-port-is-types', PORT_OF_APP, [LIB, SHARED], 'What the shell and the app need of each other.'),
    may(
      'headless-is-the-app-without-a-shell',
      '^src/main/headless\\.ts$',
      ['^src/main/app\\.ts$', PORT_OF_APP, LIB, SHARED, NODE],
      'The same app under plain Node.',
    ),
    may(
      'callers-know-the-contract',
      main('callers'),
      [main('callers'), PORT_OF_APP, LIB, SHARED, ZOD, NODE],
      'The socket on which an open app answers command lines.',
    ),
    may(
      'cli-is-a-shell-without-electron',
      main('cli'),
      [
        main('cli', 'callers', 'backups'),
        '^src/main/config/paths\\.ts$',
        '^src/main/app\\.ts$',
        PORT_OF_APP,
        '^src/main/electron/(start/home-folder|log)\\.ts$',
        '^src/main/workflows/host/scripts/schema-check\\.ts$',
        LIB,
        SHARED,
        ZOD,
        NODE,
      ],
      'The command line: the same app under plain Node.',
    ),
    may(
      'app-joins-the-rooms',
      '^src/main/app\\.ts$',
      ['^src/main/(?!electron/|cli/|index\\.ts|headless\\.ts)', SHARED, ANY_NPM, NODE],
      'The composition root. Only it builds.',
    ),
    may(
      'app-opens-rooms',
      main('app'),
      ['^src/main/(?!electron/|cli/|(index|app|headless)\\.ts)', SHARED, ANY_NPM, NODE],
      'Opens each room and connects it with the others.',
    ),
    mayNot(
      'rooms-do-not-know-how-they-open',
      { path: '^src/main/', pathNot: ['^src/main/(app/|app(-parts)?\\.ts$)', TEST] },
      { path: main('app'), pathNot: TYPES_OF_APP },
      'Only the app builds; a room is handed what it needs.',
    ),
    may(
      'handlers-ask-rooms',
      main('handlers'),
      ['^src/main/(?!electron/|cli/|app/|database/|(index|app|headless)\\.ts)', SHARED],
      'Unpack, ask a room, return.',
    ),

    // The runtime: handed a model, tools, a log and a clock.
    may('hooks-are-a-chain', main('hooks'), [main('hooks'), LIB, SHARED], 'Who steps in, in order.'),
    may(
      'runs-know-ports',
      main('runs'),
      [main('runs', 'context', 'log', 'hooks', 'tools/reading'), PORTS, LIB, SHARED, ZOD],
      'A run knows no Electron, disk, network or provider.',
    ),
    may(
      'context-knows-ports',
      main('context'),
      [main('context'), PORTS, LIB, SHARED, ZOD],
      'Stages from log to request are pure.',
    ),
    may(
      'agents-know-runs',
      main('agents'),
      [
        main('agents', 'runs', 'context', 'log'),
        '^src/main/teams/team-runs\\.ts$',
        TYPES_OF_APP,
        PORTS,
        LIB,
        SHARED,
        ZOD,
      ],
      'Agents are made of runs.',
    ),
    may(
      'engine-knows-nothing-of-ours',
      main('workflows/engine'),
      [
        main('workflows/engine'),
        '^src/shared/(workflow/|errors\\.ts$|near-names\\.ts$|sentences\\.ts$|never\\.ts$)',
        ZOD,
        npm('acorn'),
      ],
      'The script engine has ports only.',
    ),
    may(
      'workflows-are-three-rooms',
      '^src/main/workflows/[^/]+$',
      [],
      'The engine, its host, its chats, and no more.',
    ),
    may(
      'host-joins-engine-and-runs',
      main('workflows/host'),
      [
        main('workflows', 'worktrees', 'runs', 'log', 'database', 'git', 'lib'),
        SHARED,
        SQLITE,
        ZOD,
        npm('quickjs-emscripten.*', '@jitl/.*', 'ajv'),
        WASM,
        NODE,
      ],
      'Adapters of the engine.',
    ),
    mayNot(
      'log-is-a-type-to-the-runtime',
      { path: RUNTIME, pathNot: TEST },
      { path: main('log'), dependencyTypesNot: ['type-only'] },
      'Its code opens SQLite; the runtime is handed it.',
    ),
    mayNot(
      'lib-with-effects-is-handed-in',
      { path: RUNTIME, pathNot: TEST },
      { path: LIB, pathNot: '/lib/(scope|clock|logger|steps)\\.ts$', dependencyTypesNot: ['type-only'] },
      'Files and processes are arguments of the runtime.',
    ),

    // What one run, one chat and one account of cost are made of.
    may(
      'turn-setup-equips-runs',
      main('turn-setup'),
      [
        main(
          'turn-setup',
          'instructions',
          'usage',
          'runs',
          'agents',
          'context',
          'log',
          'hooks',
          'config',
          'extensions',
        ),
        main('models', 'tools', 'sandbox', 'exports', 'vault', 'projects'),
        TYPES_OF_APP,
        LIB,
        SHARED,
        ZOD,
        NODE,
      ],
      'Agent, model, tools, limits and request of one run.',
    ),
    may(
      'instructions-are-read-once',
      main('instructions'),
      [
        main('instructions', 'runs', 'agents', 'context', 'log', 'git', 'projects', 'tools/files'),
        PORTS,
        TYPES_OF_APP,
        LIB,
        SHARED,
        ZOD,
        NODE,
      ],
      'Rule files, environment, persona and skills of a chat.',
    ),
    may(
      'triggers-start-runs',
      main('triggers'),
      [
        main('triggers', 'runs', 'workflows', 'chats', 'tools', 'database'),
        PORTS,
        LIB,
        SHARED,
        SQLITE,
        ZOD,
        npm('croner'),
        NODE,
      ],
      'Schedules, events and webhooks that start runs.',
    ),
    may(
      'usage-counts',
      main('usage'),
      [main('usage', 'agents', 'runs', 'log'), CATALOG, EMBEDDER, LIB, SHARED],
      'Cost, limits and reports of use.',
    ),
    may(
      'chats-are-found',
      main('chats'),
      [main('chats', 'context'), LIB, SHARED],
      'Finding, opening and summarizing chats.',
    ),
    may(
      'diagnostics-look-at-rooms',
      main('diagnostics'),
      [
        main('diagnostics', 'config', 'vault', 'sandbox', 'tools/search'),
        TYPES_OF_APP,
        LIB,
        SHARED,
        SQLITE,
        NODE,
      ],
      'The report about this installation.',
    ),
    may(
      'workflows-start-from-chats',
      main('workflows/chat'),
      [
        main('workflows', 'turn-setup', 'runs', 'agents', 'context', 'config', 'projects', 'chats', 'tools'),
        CATALOG,
        PORTS,
        TYPES_OF_APP,
        LIB,
        SHARED,
        ZOD,
        NODE,
      ],
      'How chats, commands and the person start workflow runs.',
    ),
    may(
      'memory-learns-from-chats',
      main('memory/chats'),
      [main('memory', 'vectors', 'context', 'runs'), TYPES_OF_APP, LIB, SHARED],
      'What memory takes from chats, and what it gives to runs.',
    ),
    may(
      'hooks-hear-of-runs',
      main('extensions/hooks'),
      [
        main('extensions', 'hooks', 'agents', 'runs', 'sandbox', 'processes', 'tools/bash'),
        TYPES_OF_APP,
        LIB,
        SHARED,
        NODE,
      ],
      'Which events of a chat reach its hooks, and the programs they are.',
    ),
    may(
      'checkpoints-have-a-history',
      main('checkpoints/history'),
      [main('checkpoints', 'log'), '^src/main/tools/files/text-encoding\\.ts$', LIB, SHARED, NODE],
      'Which runs touched a file, and what it held.',
    ),

    ...ROOM_RULES,
    ...FOLDER_RULES,
    ...WINDOW_RULES,

    mayNot(
      'one-room-knows-electron',
      { path: '^src/main/', pathNot: '^src/main/(electron/|index\\.ts$)' },
      { path: ELECTRON },
      'Everything else in main runs under plain Node.',
    ),
    mayNot(
      'pages-have-no-electron',
      { path: '^src/renderer/' },
      { path: ELECTRON },
      'A page has the bridge and nothing else.',
    ),
    mayNot(
      'few-files-start-programs',
      { path: '^src/', pathNot: [STARTS_PROGRAMS, TEST] },
      { path: '^(node:)?child_process$' },
      'Each start needs a clean environment, an end and a keeper. Git has its own room.',
    ),
    mayNot('no-cycles', {}, { circular: true }, 'Two files that need each other are one file.'),
    mayNot(
      'no-orphans',
      { orphan: true, path: '^src/', pathNot: `\\.d\\.ts$|${TEST}` },
      {},
      'What nobody imports is dead.',
    ),
    mayNot(
      'resolvable',
      { path: '^src/' },
      { couldNotResolve: true, pathNot: '\\?(raw|url&inline)$' },
      'An import that leads nowhere.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
}
