// Folders inside a room, from the lowest up. A folder may import itself and the folders named before it.
const { mayNot, TEST } = require('./rule-words.cjs')

/** A pattern that no path has. */
const NEVER = '^$'

/**
 * One rule for each folder of a room: it imports nothing that stands after it.
 * @param {string} room path of the room
 * @param {readonly string[]} folders from the lowest up
 * @param {readonly string[]} ports files of the room itself, which import none of its folders
 */
function inOrder(room, folders, ports = []) {
  const name = room.split('/').at(-1)
  const rules = folders
    .slice(0, -1)
    .map((folder, index) =>
      mayNot(
        `${name}-${folder.replaceAll('/', '-')}-is-below`,
        { path: `^${room}/${folder}/`, pathNot: TEST },
        { path: `^${room}/(${folders.slice(index + 1).join('|')})/` },
        `The order of ${room} from the lowest up: ${folders.join(', ')}.`,
      ),
    )
  const port = ports.length === 0 ? NEVER : `^${room}/(${ports.join('|')})\\.ts$`
  const flat = mayNot(
    `${name}-has-folders`,
    { path: `^${room}/[^/]+\\.tsx?$`, pathNot: [TEST, port] },
    { path: '.' },
    `A file of ${room} belongs in one of its folders.`,
  )
  const below = mayNot(
    `${name}-ports-are-below`,
    { path: port },
    { path: `^${room}/.+/` },
    `A port of ${room} imports none of its folders.`,
  )
  return [...rules, flat, below]
}

/**
 * The rules of a room that has files beside its folders. A folder below imports nothing else of the room. A folder above
 * may import the files and the folders below.
 * @param {string} room path of the room
 * @param {{ below?: readonly string[], above?: readonly string[] }} folders no folder imports another of its list
 */
function aroundFiles(room, { below = [], above = [] }) {
  const name = room.split('/').at(-1)
  const lower = below.map((folder) =>
    mayNot(
      `${name}-${folder}-is-below`,
      { path: `^${room}/${folder}/`, pathNot: TEST },
      { path: `^${room}/`, pathNot: `^${room}/${folder}/` },
      `This folder of ${room} imports nothing else of the room.`,
    ),
  )
  const upper = above.map((folder) =>
    mayNot(
      `${name}-${folder}-is-above`,
      { path: `^${room}/`, pathNot: [`^${room}/${folder}/`, TEST] },
      { path: `^${room}/${folder}/` },
      `Nothing else of ${room} imports this folder.`,
    ),
  )
  return [...lower, ...upper]
}

const FOLDER_RULES = [
  ...inOrder(
    'test/support',
    [
      'data',
      'escapes',
      'protocols',
      'models',
      'disk',
      'mcp',
      'conformance',
      'rigs',
      'chaos',
      'desktop',
      'hosts',
      'stories',
    ],
    ['test-projects'],
  ),
  ...inOrder('src/renderer/ui', [
    'base',
    'hooks',
    'drag',
    'controls',
    'text',
    'lists',
    'panes',
    'limits',
    'names',
  ]),
  ...inOrder(
    'src/main/models',
    [
      'http',
      'errors',
      'retry',
      'protocol',
      'completions',
      'anthropic',
      'responses',
      'gemini',
      'practice',
      'servers',
      'catalogue',
      'sign-in',
    ],
    ['model', 'embedder'],
  ),
  ...inOrder('src/main/agents', [
    'definitions',
    'records',
    'children',
    'reports',
    'tools',
    'after-restart',
    'chats',
  ]),
  ...inOrder('src/main/context', ['budget', 'branch', 'instructions', 'updates', 'compaction', 'request']),
  ...inOrder('src/main/runs', ['run', 'limits', 'calls', 'turns', 'chats', 'history', 'plans', 'compaction']),
  ...aroundFiles('src/shared/session', {
    below: ['exports', 'notes'],
    above: ['interactions', 'queue', 'recaps'],
  }),
  ...aroundFiles('src/main/lib', { above: ['files', 'programs'] }),
  ...aroundFiles('src/main/tools/bash', { below: ['commands'] }),
  ...aroundFiles('src/main/turn-setup', { below: ['settings'] }),
  ...aroundFiles('src/main/config', { below: ['toml'] }),
  ...aroundFiles('src/main/app/work', { below: ['runtime'] }),
  ...aroundFiles('test/support/rigs', { above: ['knowledge'] }),
  ...aroundFiles('src/renderer/features/chat/commands', { above: ['results'] }),
]

module.exports = { FOLDER_RULES }
