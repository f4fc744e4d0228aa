import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { ShellPort } from '../../../src/main/app-port.ts'
import { type BuiltSandbox, buildSandbox } from '../disk/script-sandbox.ts'
import { openWorkflowHost, type WorkflowHost } from '../hosts/workflow-host.ts'

type Starting = {
  /** The folder of what the app keeps, by its name. Another one is another machine. */
  readonly home?: string
  readonly shell?: Partial<ShellPort>
  /** The pause of the Practice model in milliseconds; 0 where no test needs a running answer. */
  readonly practicePauseMs?: number
}

/**
 * A project for each test, in which scripts can run, beside homes that an app is started on. Whoever is still open is
 * closed after the test.
 */
export function tellWorkflows() {
  let sandbox: BuiltSandbox
  let root: string
  let project: string
  let open: WorkflowHost[]

  beforeAll(async () => {
    sandbox = await buildSandbox()
  })
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'orrery workflows 中文-'))
    project = await mkdtemp(join(root, 'project '))
    open = []
    await writeFile(join(project, 'README.md'), '# A project\n')
  })
  afterEach(async () => {
    for (const host of open) await host.app.close()
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  })

  /** A place beside the project, such as `home/workflows`. */
  const path = (...names: readonly string[]): string => join(root, ...names)
  return {
    path,
    project: (): string => project,
    put: async (name: string, text: string): Promise<void> => {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), text)
    },
    start: async ({ home = 'home', shell = {}, practicePauseMs }: Starting = {}): Promise<WorkflowHost> => {
      const host = await openWorkflowHost({
        home: path(home),
        folder: project,
        sandbox,
        shell,
        practicePauseMs,
      })
      open.push(host)
      return host
    },
    end: async (host: WorkflowHost): Promise<void> => {
      open = open.filter((each) => each !== host)
      await host.app.close()
    },
  }
}
