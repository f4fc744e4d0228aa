import { appendFile, readFile } from 'node:fs/promises'
import { type ModelConfig, UserConfig } from '#shared/config/config.ts'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import type { LongChats } from '#shared/context/long-chats.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { EmbeddingChoice } from '#shared/memory/embedding.ts'
import type { MemoryChanges } from '#shared/memory/recall-settings.ts'
import type { ModelRole } from '#shared/model/roles.ts'
import { say } from '#shared/sentences.ts'
import type { SpendLimits } from '#shared/usage/usage-report.ts'
import type { WebTable } from '#shared/web/settings.ts'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { Logger } from '../lib/logger.ts'
import { type SecretVariables, variablesIn } from '../lib/secret-variables.ts'
import { withChatPolicy } from './edit-chat-policy.ts'
import { withLongChats } from './edit-context.ts'
import { withSpendLimits } from './edit-limits.ts'
import { withMcpServers, withoutMcpServer } from './edit-mcp.ts'
import { withEmbeddings, withMemory } from './edit-memory.ts'
import { type ConfigChange, withDefaultModel, withModel, withoutModel, withRole } from './edit-models.ts'
import { withStatusLine } from './edit-status-line.ts'
import { withWeb } from './edit-web.ts'
import { changedKeys, sameValue, settingValues } from './layers/setting-values.ts'
import type { HomePaths } from './paths.ts'
import { parseConfig } from './toml/config-text.ts'
import { watchFile } from './watch-file.ts'

const NAME = 'config.toml'

type Deps = {
  readonly paths: Pick<HomePaths, 'config' | 'lastGoodConfig'>
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  /** Learns which variables the settings refer to, also those of a file that cannot be used. */
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** The settings of higher layers. A change that they would hide is refused. */
  readonly forced: () => UserConfig
}

/** `config.toml` as it is in force. A broken file changes nothing but `problem`. */
export type Config = {
  /** Reads the file. Called once before anything asks for a value, and again whenever it may have changed. */
  readonly load: () => Promise<void>
  readonly current: () => UserConfig
  readonly problem: () => AppErrorData | null
  /** Follows changes a person makes with an editor, until `close`. */
  readonly watch: () => void
  /** Adds a model, or replaces the one with the same provider and id. */
  readonly saveModel: (model: ModelConfig) => Promise<void>
  readonly removeModel: (ref: string) => Promise<void>
  readonly setDefaultModel: (model: ModelConfig) => Promise<void>
  /** The model for requests beside a conversation; null: the model of the conversation. */
  readonly setRole: (role: ModelRole, ref: string | null) => Promise<void>
  readonly setLongChats: (chats: LongChats) => Promise<void>
  readonly setChatPolicy: (policy: ChatPolicy) => Promise<void>
  /** Sets the limits over the project at a path, or over everything for null. */
  readonly setSpendLimits: (limits: SpendLimits, project: string | null) => Promise<void>
  readonly setMemory: (changes: MemoryChanges) => Promise<void>
  readonly setEmbeddings: (choice: EmbeddingChoice | null) => Promise<void>
  /** Adds servers, or replaces those with the same names. */
  readonly setWeb: (web: WebTable) => Promise<void>
  /** Sets the status line command; null removes it. */
  readonly setStatusLine: (command: string | null) => Promise<void>
  readonly saveMcpServers: (servers: ReadonlyMap<string, McpServer>) => Promise<void>
  readonly removeMcpServer: (name: string) => Promise<void>
  /** Returns the path of the file for the person's editor. Creates an empty one when there is none. */
  readonly file: () => Promise<string>
  readonly close: () => Promise<void>
}

type State = {
  readonly text: string | null
  readonly config: UserConfig
  readonly problem: AppErrorData | null
}

export function createConfig(deps: Deps): Config {
  const { paths, logger, secretVariables } = deps
  let state: State = { text: null, config: {}, problem: null }
  let loaded = false
  let last: Promise<unknown> = Promise.resolve()
  let stopWatching = () => {}

  /** Reading and writing take turns, so that no change is made to a text that is already old. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }

  const accept = (next: State) => {
    secretVariables.add(variablesIn(next.text ?? ''))
    secretVariables.add(variablesIn(JSON.stringify(next.config)))
    const told = loaded && (next.text !== state.text || next.problem?.message !== state.problem?.message)
    state = next
    loaded = true
    if (told) deps.tell({ kind: 'config.changed', problem: next.problem })
  }

  const load = async () => {
    const found = await readConfig(paths.config)
    if (found.problem === null) {
      accept(found)
      await keepGood(paths.lastGoodConfig, found.text ?? '', logger)
      return
    }
    logger.warn('The settings file cannot be used; the last good one stays in force', {
      why: found.problem.message,
    })
    const config = loaded ? state.config : await lastGood(paths.lastGoodConfig, logger)
    accept({ ...found, config })
  }

  const change = async (edit: ConfigChange) => {
    await load()
    if (state.problem !== null) {
      throw AppError.from(state.problem).framed([say('setting.notSaved')], [say('setting.repairFirst')])
    }
    const text = edit(state.text ?? '', state.config)
    if (text === (state.text ?? '')) return
    // A text that would be refused on the next start must not be written.
    const config = parseConfig(UserConfig, text, NAME)
    refuseHidden(state.config, config, deps.forced())
    await writeFileAtomic(paths.config, text)
    accept({ text, config, problem: null })
    await keepGood(paths.lastGoodConfig, text, logger)
  }

  return {
    load: () => inTurn(load),
    current: () => state.config,
    problem: () => state.problem,
    watch: () => {
      stopWatching()
      const report = (error: unknown) => logger.error('The settings file could not be read again', error)
      stopWatching = watchFile(paths.config, () => void inTurn(load).catch(report), deps)
    },
    saveModel: (model) => inTurn(() => change(withModel(model))),
    removeModel: (ref) => inTurn(() => change(withoutModel(ref))),
    setDefaultModel: (model) => inTurn(() => change(withDefaultModel(model))),
    setRole: (role, ref) => inTurn(() => change(withRole(role, ref))),
    setLongChats: (chats) => inTurn(() => change(withLongChats(chats))),
    setChatPolicy: (policy) => inTurn(() => change(withChatPolicy(policy))),
    setSpendLimits: (limits, project) => inTurn(() => change(withSpendLimits(limits, project))),
    setMemory: (changes) => inTurn(() => change(withMemory(changes))),
    setEmbeddings: (choice) => inTurn(() => change(withEmbeddings(choice))),
    setWeb: (web) => inTurn(() => change(withWeb(web))),
    setStatusLine: (command) => inTurn(() => change(withStatusLine(command))),
    saveMcpServers: (servers) => inTurn(() => change(withMcpServers(servers))),
    removeMcpServer: (name) => inTurn(() => change(withoutMcpServer(name))),
    file: () => madeFile(paths.config),
    close: async () => {
      stopWatching()
      await last
    },
  }
}

/** Refuses a change to a setting that a higher layer sets, because it would have no effect. */
function refuseHidden(before: UserConfig, after: UserConfig, forced: UserConfig): void {
  const [set, wanted] = [settingValues(forced), settingValues(after)]
  const isHidden = (key: string): boolean => set.has(key) && !sameValue(set.get(key), wanted.get(key))
  const key = changedKeys(before, after).find(isHidden)
  if (key !== undefined) throw AppError.saying('config.invalid', say('setting.forced', { key }))
}

async function madeFile(file: string): Promise<string> {
  await appendFile(file, '')
  return file
}

async function readConfig(file: string): Promise<State> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (!isErrno(error)) throw error
    if (error.code === 'ENOENT') return { text: null, config: {}, problem: null }
    const said = say('setting.unreadable', { file: NAME, code: error.code })
    const problem = AppError.saying('config.invalid', said)
    return { text: null, config: {}, problem: problem.toData() }
  }
  try {
    return { text, config: parseConfig(UserConfig, text, NAME), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { text, config: {}, problem: error.toData() }
  }
}

/** After a start with a broken file the person still has what worked last time. */
async function lastGood(file: string, logger: Logger): Promise<UserConfig> {
  const { config, problem } = await readConfig(file)
  if (problem !== null)
    logger.warn('The copy of the last good settings cannot be used', { why: problem.message })
  return config
}

async function keepGood(file: string, text: string, logger: Logger): Promise<void> {
  try {
    const kept = await readFile(file, 'utf8').catch(() => null)
    if (kept !== text) await writeFileAtomic(file, text, { mode: 0o600 })
  } catch (error) {
    logger.error('No copy of the good settings could be kept', error)
  }
}
