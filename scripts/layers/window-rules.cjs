// Who may import whom inside a window. Read by .dependency-cruiser.cjs, which says how to read it.
const { renderer, npm, may, mayNot, SHARED, API, ANY_NPM } = require('./rule-words.cjs')

const WINDOW_RULES = [
  may(
    'renderer-knows-no-main',
    '^src/renderer/',
    ['^src/renderer/', SHARED, ANY_NPM],
    'A window reaches main through api.ts only.',
  ),
  may('api-is-the-only-wire', API, [SHARED, ANY_NPM], 'The typed client.'),
  may(
    'stores-mirror-main',
    renderer('store'),
    [renderer('store'), API, SHARED, npm('zustand')],
    'State through the shared folds; no React.',
  ),
  may(
    'data-asks-main',
    renderer('data'),
    [renderer('data', 'messages'), API, SHARED, npm('react')],
    'The one way of components to main: queries and commands.',
  ),
  may(
    'ui-is-dumb',
    renderer('ui'),
    [renderer('ui', 'messages'), SHARED, ANY_NPM],
    'Props in, callbacks out; knows no store.',
  ),
  may(
    'messages-are-words',
    renderer('messages'),
    [renderer('messages'), SHARED, ANY_NPM],
    'What the window says, in every language.',
  ),
  may(
    'markdown-draws-text',
    renderer('markdown'),
    [renderer('markdown', 'ui', 'messages'), SHARED, ANY_NPM],
    'Text in, elements out.',
  ),
  may(
    'approvals-are-drawn-alike',
    renderer('approvals'),
    [renderer('approvals', 'data', 'ui', 'messages', 'markdown'), SHARED, ANY_NPM],
    'What an agent asks for, wherever it is answered.',
  ),
  may(
    'models-are-chosen-alike',
    renderer('models'),
    [renderer('models', 'data', 'store', 'ui', 'messages'), API, SHARED, ANY_NPM],
    'Connecting providers and choosing models, on every screen.',
  ),
  may(
    'pulls-are-asked-alike',
    renderer('pulls'),
    [renderer('pulls', 'data', 'store', 'ui', 'messages', 'markdown'), API, SHARED, ANY_NPM],
    'Questions about pull requests, issues and shared chats, and the list of followed ones, on every screen.',
  ),
  may(
    'shell-frames-screens',
    renderer('shell'),
    [renderer('shell', 'data', 'store', 'ui', 'messages', 'markdown'), API, SHARED, ANY_NPM],
    'The frame around a screen; which screen is joined above.',
  ),
  may(
    'features-use-what-is-below',
    renderer('features'),
    [
      renderer('features', 'data', 'store', 'ui', 'messages', 'markdown', 'approvals', 'models', 'pulls'),
      API,
      SHARED,
      ANY_NPM,
    ],
    'Screens on stores and parts.',
  ),
  mayNot(
    'features-do-not-know-each-other',
    { path: '^src/renderer/features/([^/]+)/' },
    { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    'A screen can be deleted by deleting its folder.',
  ),
]

module.exports = { WINDOW_RULES }
