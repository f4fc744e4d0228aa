// Who may import whom. `may` reads: files here may import only what stands in the list.
// biome-ignore format: a list of words
const {
  main, npm, may, mayNot, SHARED, LIB, PORTS, PORT_OF_APP,
  INDEX_PART, EMBEDDER, ANY_NPM, SQLITE, ZOD, ELECTRON, NODE, WASM, TEST,
} = require('./scripts/layers/rule-words.cjs')
const { WINDOW_RULES } = require('./scripts/layers/window-rules.cjs')

/** The files that start programs. */
const STARTS_PROGRAMS =
  '^src/main/(electron/open-at-line|git/start-git|lib/process-tree|mcp/client/program-transport|processes/(start-keeper|read-processes)|tools/bash/run-shell|tools/search/ripgrep)\\.ts$'

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
      ['^src/main/electron/(compiled-code|home-folder)\\.ts$', NODE],
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
      'app-joins-the-rooms',
      '^src/main/app\\.ts$',
      ['^src/main/(?!electron/|index\\.ts|headless\\.ts)', SHARED, ANY_NPM, NODE],
      'The composition root. Only it builds.',
    ),
    may(
      'compose-is-part-of-app',
      main('compose'),
      ['^src/main/(?!electron/|(index|app|headless)\\.ts)', SHARED, ANY_NPM, NODE],
      'Pieces of the composition root.',
    ),
    may(
      'handlers-ask-rooms',
      main('handlers'),
      ['^src/main/(?!electron/|compose/|database/|(index|app|headless)\\.ts)', SHARED],
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
      [main('agents', 'runs', 'context', 'log'), PORTS, LIB, SHARED, ZOD],
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
    may('workflows-are-two-rooms', '^src/main/workflows/[^/]+$', [], 'The engine, its host, and no more.'),
    may(
      'host-joins-engine-and-runs',
      main('workflows/host'),
      [
        main('workflows', 'runs', 'log', 'database', 'git', 'lib'),
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
      { path: LIB, pathNot: '/lib/(scope|clock|logger)\\.ts$', dependencyTypesNot: ['type-only'] },
      'Files and processes are arguments of the runtime.',
    ),

    // Rooms that stand alone.
    may(
      'database-opens',
      main('database'),
      [main('database'), LIB, SHARED, SQLITE, NODE],
      'Opens, migrates, backs up.',
    ),
    may(
      'log-stands-alone',
      main('log'),
      [main('log', 'database'), LIB, SHARED, SQLITE, ZOD, NODE],
      'Append, read, fold, deliver.',
    ),
    may(
      'models-stand-alone',
      main('models'),
      [
        main('models'),
        LIB,
        SHARED,
        ZOD,
        npm('eventsource-parser', 'openai', '@anthropic-ai', '@google', 'undici'),
        NODE,
      ],
      'The only room that knows a provider.',
    ),
    may(
      'tools-stand-alone',
      main('tools'),
      [
        main('tools', 'git', 'database'),
        LIB,
        SHARED,
        SQLITE,
        ZOD,
        npm('diff', 'iconv-lite', '@vscode', 'node-pty', 'web-tree-sitter', 'tree-sitter-bash'),
        WASM,
        NODE,
      ],
      'A tool knows its own library.',
    ),
    may(
      'reading-is-pure',
      main('tools/reading'),
      [main('tools/reading'), '^src/main/tools/tool\\.ts$', SHARED, ZOD],
      'What calls mean is read from their text.',
    ),
    may(
      'permission-is-pure',
      main('tools/permission'),
      [main('tools/permission'), '^src/main/tools/tool\\.ts$', SHARED],
      'Rules decide over values.',
    ),
    may(
      'memory-stands-alone',
      main('memory'),
      [main('memory', 'ranking', 'vectors', 'database'), INDEX_PART, PORTS, LIB, SHARED, SQLITE, ZOD, NODE],
      'Stores, index, retrieval.',
    ),
    may(
      'knowledge-stands-alone',
      main('knowledge'),
      [
        main('knowledge', 'ranking', 'vectors', 'database'),
        INDEX_PART,
        PORTS,
        LIB,
        SHARED,
        SQLITE,
        ZOD,
        npm('unpdf', 'yaml'),
        NODE,
      ],
      'Pages, their files, index, retrieval.',
    ),
    may(
      'vectors-stand-alone',
      main('vectors'),
      [main('vectors', 'database'), INDEX_PART, EMBEDDER, LIB, SHARED, SQLITE, ZOD, npm('sqlite-vec'), NODE],
      'What embeddings models made of texts.',
    ),
    may(
      'ranking-is-pure',
      main('ranking'),
      [main('ranking'), SHARED],
      'How well texts fit a question, over values.',
    ),
    may(
      'processes-stand-alone',
      main('processes'),
      [main('processes'), LIB, SHARED, ZOD, NODE],
      'What of the machine the app uses.',
    ),
    may(
      'teams-know-the-tool-port',
      main('teams'),
      [main('teams', 'database'), PORTS, LIB, SHARED, SQLITE, ZOD],
      'Boards, letters and rosters; the runs are handed in.',
    ),
    may(
      'checkpoints-stand-alone',
      main('checkpoints'),
      [main('checkpoints', 'git', 'database'), LIB, SHARED, SQLITE, ZOD, NODE],
      'Copies of files agents touch.',
    ),
    may(
      'exports-stand-alone',
      main('exports'),
      [main('exports', 'database'), LIB, SHARED, SQLITE, ZOD, NODE],
      'Chats as files.',
    ),
    may(
      'search-stands-alone',
      main('search'),
      [main('search', 'ranking', 'database'), LIB, SHARED, SQLITE, ZOD, NODE],
      'The index in its thread, and how main asks it.',
    ),
    may(
      'vault-stands-alone',
      main('vault'),
      [main('vault', 'database'), LIB, SHARED, SQLITE, ZOD, npm('keytar', '@github'), NODE],
      'Secrets stay in one room.',
    ),
    may(
      'projects-stand-alone',
      main('projects'),
      [main('projects', 'git', 'database'), LIB, SHARED, SQLITE, ZOD, NODE],
      'Folders and what is in them.',
    ),
    may(
      'config-stands-alone',
      main('config'),
      [main('config', 'database'), LIB, SHARED, SQLITE, ZOD, npm('smol-toml'), NODE],
      'Strict TOML and small settings.',
    ),
    may(
      'extensions-know-the-tool-port',
      main('extensions'),
      [
        main('extensions', 'database', 'hooks'),
        PORTS,
        LIB,
        SHARED,
        SQLITE,
        ZOD,
        npm('ajv', 'croner', 'smol-toml', 'yaml'),
        NODE,
      ],
      'Hooks, skills, commands.',
    ),
    may(
      'mcp-knows-the-tool-port',
      '^src/main/mcp/(?!client/)',
      [
        '^src/main/mcp/(?!client/)',
        main('database'),
        '^src/main/tools/problem-words\\.ts$',
        PORTS,
        LIB,
        SHARED,
        SQLITE,
        ZOD,
        NODE,
      ],
      'Servers, their health and their tools. The client is another process.',
    ),
    may(
      'mcp-client-is-a-process',
      main('mcp/client'),
      [
        main('mcp/client'),
        '^src/main/mcp/messages\\.ts$',
        npm('@modelcontextprotocol', 'cross-spawn'),
        ZOD,
        NODE,
      ],
      'The only place that knows the protocol; main reaches it by messages.',
    ),
    may(
      'sandbox-stands-alone',
      main('sandbox'),
      [main('sandbox', 'git'), LIB, SHARED, NODE],
      'Profiles, launchers and the proxy of commands.',
    ),
    may('git-stands-alone', main('git'), [main('git'), LIB, SHARED, NODE], 'The one way to start git.'),
    may('lib-has-no-opinion', LIB, [LIB, SHARED, ZOD, NODE], 'Small tools that know nothing of the product.'),

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
