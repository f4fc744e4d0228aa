import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTestSuite } from 'vitest'
import { createModelServer, type ModelServer, type ModelServerOptions } from '../models/model-server.ts'
import { type Desktop, type DesktopOptions, openDesktop } from './desktop.ts'
import { keepFailure } from './failed-story.ts'

/** One test file's world: a person's folders, a model server, and the app that is started in it. */
export type Story = {
  /** Holds everything; gone after the file. */
  readonly folder: string
  /** The person's own home folder, which the directory browser begins with. */
  readonly person: string
  /** `ORRERY_HOME`. */
  readonly home: string
  /** A folder with a few files to work on. Its path has spaces and Chinese in it. */
  readonly project: string
  /** The name under which the keychain keeps the secrets of this story. */
  readonly service: string
  /** There once the tests of the file run. */
  readonly server: () => ModelServer
  /** Starts the app. It is ended after the file if the test has not done so. */
  readonly start: (options?: Partial<DesktopOptions>) => Promise<Desktop>
  /** The app that was started last. */
  readonly desktop: () => Desktop
  /** Writes a file below the story's folder, with the folders on the way. */
  readonly write: (path: string, text: string) => void
}

type StoryOptions = {
  readonly server?: ModelServerOptions
  /** Writes a `config.toml` in which the server is the default model. */
  readonly withModel?: boolean
  /** More lines of that file. */
  readonly more?: string
  /** Every test builds on the one before, so the first failure is the only one worth reading. */
  readonly inOrder?: boolean
}

/** What the project of every story holds. */
const PROJECT_FILES = {
  'README.md': '# Tide\n\nA small clock that shows the tide.\n',
  'src/tide.ts':
    'export const PERIOD_HOURS = 12\n\nexport function next(now: number) {\n  return now + PERIOD_HOURS\n}\n',
}

/** Sets the stage for the tests of one file. Call it at the top of the file. */
export function tellStory(options: StoryOptions = {}): Story {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery story 故事-')))
  const person = join(folder, 'person')
  const home = join(folder, 'home')
  const project = join(person, 'my code', '潮汐 tide')
  const service = `orrery-test-${randomUUID()}`
  const started: Desktop[] = []
  let server: ModelServer | null = null

  const write: Story['write'] = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [name, text] of Object.entries(PROJECT_FILES)) write(`person/my code/潮汐 tide/${name}`, text)

  beforeAll(async () => {
    server = await createModelServer(options.server)
    if (options.withModel === true) write('home/config.toml', modelLines(server.baseUrl, options.more))
  })
  afterAll(async () => {
    for (const desktop of started) await desktop.kill()
    await server?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  // The last hook runs first: failures are kept while the app still runs.
  pictureFailures(options.inOrder === true, () => started.at(-1))

  return {
    folder,
    person,
    home,
    project,
    service,
    server: () => known(server),
    write,
    start: async (more = {}) => {
      const env = { HOME: person, ORRERY_KEYCHAIN_SERVICE: service, ...more.env }
      const desktop = await openDesktop({ home, ...more, env })
      started.push(desktop)
      return desktop
    },
    desktop: () => known(started.at(-1)),
  }
}

/** The server as the default model, without a key unless a line says so. */
export function modelLines(baseUrl: string, more = '', contextWindow = 128_000): string {
  return `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
label = "Scripted"
baseUrl = "${baseUrl}"
contextWindow = ${contextWindow}
maxTokens = 4096
reasoning = false
${more}
`
}

/** Shows what a test failed with, and passes over what can no longer succeed. */
function pictureFailures(inOrder: boolean, newest: () => Desktop | undefined): void {
  let failed = false
  let kept = false
  const keep = async (desktop: Desktop, test: string): Promise<void> => {
    kept = true
    process.stderr.write([...desktop.pageProblems(), desktop.said(), ''].join('\n'))
    await keepFailure(desktop, test)
  }
  beforeEach(() => {
    if (failed) throw new Error('An earlier step of this story failed.')
  })
  afterEach(async ({ task }) => {
    const desktop = newest()
    if (task.result?.state !== 'fail' || failed || desktop === undefined) return
    failed = inOrder
    await keep(desktop, task.name)
  })
  // A `beforeAll` that fails skips the tests, and no test fails.
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to see which fixtures are wanted, here none.
  afterAll(async ({}, suite) => {
    const desktop = newest()
    if (kept || desktop === undefined || !hasFailed(suite)) return
    await keep(desktop, `before ${suite.file.name}`)
  })
}

/** Returns whether a suite, or one inside it, has failed outside of its tests. */
function hasFailed(suite: RunnerTestSuite): boolean {
  return (
    suite.result?.state === 'fail' || suite.tasks.some((task) => task.type === 'suite' && hasFailed(task))
  )
}

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The story has not come to this yet.')
  return value
}
