import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { SessionId } from '#shared/ids.ts'
import type { ShellPort } from '../../app-port.ts'
import { createPdfThread } from '../../knowledge/reading/pdf-thread.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Scope } from '../../lib/scope.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import { createProcessRegistry } from '../../processes/registry.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import { createIsolatedTools } from '../../tools/apart/apart-tools.ts'
import { APP_HOME } from '../../tools/apart/app-home.ts'
import type { BeforeCommand, WatchProgram } from '../../tools/bash/command-deps.ts'
import type { DescribeSandbox, EnterSandbox } from '../../tools/bash/sandboxed.ts'
import type { BeforeChange } from '../../tools/files/file-change.ts'
import { needsFolder } from '../../tools/needs-folder.ts'
import type { ReadPdf } from '../../tools/read/pdf.ts'
import { createPathReader } from '../../tools/search/path-reader.ts'
import type { Ripgrep } from '../../tools/search/ripgrep.ts'
import type { Tool } from '../../tools/tool.ts'
import { createToolbox } from '../../tools/toolbox.ts'
import { SECRET_MARK, withoutSecrets } from '../../tools/without-secrets.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'
import { openJobs } from './open-jobs.ts'
import { SEARCH_LIMIT_MS } from './open-ripgrep.ts'

type JobDeps = Parameters<typeof openJobs>[0]

type Deps = {
  readonly clock: Clock
  readonly redactor: Pick<Redactor, 'known' | 'open'>
  readonly environment: AppEnvironment
  readonly ripgrep: Ripgrep
  readonly keep: KeepProgram
  readonly processes: ProcessTree
  readonly beforeChange: BeforeChange
  readonly beforeCommand: BeforeCommand
  readonly enterSandbox: EnterSandbox
  readonly describeSandbox: DescribeSandbox
  readonly storage: JobDeps['storage']
  readonly paths: JobDeps['paths']
  readonly logger: Logger
  /** The built thread that reads PDFs. */
  readonly pageReader: URL
  readonly threads: Pick<ThreadRegistry, 'watch'>
  /** Starts a process in which tools work. */
  readonly spawnTools: ShellPort['spawnTools']
  /** Whose tools are to work in a process of their own. */
  readonly isApart: (sessionId: SessionId) => boolean
  /** The folder that holds everything the app keeps. */
  readonly home: string
  readonly scope: Pick<Scope, 'add'>
}

/** The process name of the sandboxed agent tools. */
const TOOLS_APART = 'orrery tools'

/** Tools without a project folder. */
const FOLDERLESS = new Set(['ask', 'plan', 'job'])

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}

/** The tools, on this system's paths, shell and search program. */
export function openTools({
  clock,
  redactor,
  ripgrep,
  environment,
  processes,
  beforeChange,
  beforeCommand,
  enterSandbox,
  describeSandbox,
  ...deps
}: Deps) {
  const { platform } = process
  const programs = createProcessRegistry(deps.keep)
  const pdfs = createPdfThread({ worker: deps.pageReader, clock, watch: deps.threads.watch('reader') })
  deps.scope.add(pdfs.close)
  const readPdf: ReadPdf = (_, bytes, signal) => pdfs.read(bytes, signal)
  const watchProgram: WatchProgram = (program) => programs.add({ ...program, kind: 'command' })
  // Command output and files reach a model and the log; vault values must not.
  const hide = { text: (text: string) => redactor.known(text, SECRET_MARK), open: redactor.open }
  const jobs = openJobs({
    storage: deps.storage,
    paths: deps.paths,
    logger: deps.logger,
    scope: deps.scope,
    programs,
    processes,
    hide,
    clock,
  })
  const flavour = { path, home: homedir(), appHome: deps.home }
  const toolbox = createToolbox({
    platform,
    flavour,
    clock,
    processes,
    watchProgram,
    ripgrep,
    environment: environment.inherited,
    commandEnvironment: ({ root }, signal) => environment.commandIn(root, signal),
    exists: existsSync,
    searchLimitMs: SEARCH_LIMIT_MS,
    beforeChange,
    beforeCommand,
    enterSandbox,
    describeSandbox,
    readPdf,
    jobs: jobs.jobs,
  })
  const guarded = (tool: Tool): Tool => withoutSecrets(tool, hide)
  const { apart, close } = createIsolatedTools({
    clock,
    processes,
    beforeChange,
    beforeCommand,
    enterSandbox,
    describeSandbox,
    readPdf,
    watchProgram,
    isApart: deps.isApart,
    commandEnvironment: environment.commandIn,
    spawn: (mark) => {
      const [name = '', value = ''] = mark.split('=')
      return deps.spawnTools({ ...environment.ofOwnProcess(), [APP_HOME]: deps.home, [name]: value })
    },
    watch: ({ pid, end }, { sessionId, runId, agentId }) =>
      programs.add({
        kind: 'tools',
        command: TOOLS_APART,
        pid,
        mark: null,
        end,
        owner: { sessionId, runId, agentId },
      }),
  })
  deps.scope.add(close)
  const tools = toolbox.tools.map((tool) =>
    guarded(FOLDERLESS.has(tool.name) ? tool : needsFolder(apart(tool), isFolder)),
  )
  const pathReader = createPathReader({ flavour, clock, ripgrep, timeLimitMs: SEARCH_LIMIT_MS })
  return {
    tools,
    guarded,
    programs,
    hide: hide.text,
    paths: pathReader,
    flavour,
    jobs,
    readHtml: pdfs.readHtml,
    readPdf: pdfs.read,
  }
}
