// The words in which the rules of .dependency-cruiser.cjs are written.
const main = (...rooms) => `^src/main/(${rooms.join('|')})/`
const renderer = (...rooms) => `^src/renderer/(${rooms.join('|')})/`
const npm = (...names) => `^node_modules/(@types/)?(${names.join('|')})/`

const SHARED = '^src/shared/'
const API = '^src/renderer/api\\.ts$'
const LIB = main('lib')
const PORTS = '^src/main/(models/model|tools/tool)\\.ts$'
const PORT_OF_APP = '^src/main/app-port\\.ts$'
// The types of opened rooms that other rooms still borrow. This list may only shrink.
const TYPES_OF_APP =
  '^src/main/app/(storage/open-(storage|sandbox)|tools/open-(definitions|equipment)|work/runtime/open-runtime)\\.ts$'
const CATALOG = '^src/main/models/catalogue/catalog\\.ts$'
// What a room implements to keep tables of its own in the search index.
const INDEX_PART = '^src/main/search/index-part\\.ts$'
// What makes vectors of texts, whoever does it.
const EMBEDDER = '^src/main/models/embedder\\.ts$'
const ANY_NPM = '^node_modules/'
const SQLITE = npm('better-sqlite3')
const ZOD = npm('zod')
const ELECTRON = '^node_modules/electron/|^electron(/|$)'
const NODE = Symbol('what Node brings')

// The Markdown, SQL and shell files of a room come as text, and the helper of git.
const RAW = '\\.(md|sql|css|sh|cjs)(\\?raw)?$'
// WebAssembly comes inlined by the bundler, which the resolver of this check does not know.
const WASM = '(/wasm|\\.wasm)\\?url&inline$'
const TEST = '\\.test\\.tsx?$'

const may = (name, from, list, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: TEST },
  to: {
    pathNot: [...list.filter((each) => each !== NODE), RAW],
    ...(list.includes(NODE) ? { dependencyTypesNot: ['core'] } : {}),
  },
})
const mayNot = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  main,
  renderer,
  npm,
  may,
  mayNot,
  SHARED,
  API,
  LIB,
  PORTS,
  PORT_OF_APP,
  TYPES_OF_APP,
  CATALOG,
  INDEX_PART,
  EMBEDDER,
  ANY_NPM,
  SQLITE,
  ZOD,
  ELECTRON,
  NODE,
  WASM,
  TEST,
}
