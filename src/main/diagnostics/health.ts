import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { HealthLine } from '#shared/ipc/calls/app-calls.ts'
import type { ServerState } from '#shared/problems/language-server.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import type { OpenSandbox } from '../app/storage/open-sandbox.ts'
import type { Config } from '../config/load-config.ts'
import type { Ripgrep } from '../tools/search/ripgrep.ts'
import type { Vault } from '../vault/vault.ts'
import { hasSecurityUpdates } from './electron-support.ts'

type Deps = {
  readonly db: Database
  /** Checks the database away from this thread: `ok`, or the first fault. Rejects where that takes too long. */
  readonly checkDatabase: () => Promise<string>
  readonly vault: Pick<Vault, 'status'>
  readonly ripgrep: Ripgrep
  readonly sandbox: Pick<OpenSandbox, 'status'>
  readonly config: Pick<Config, 'problem'>
  readonly electron: string
  /** Returns the language servers that are switched on in any project. */
  readonly servers: () => Promise<readonly ServerHealth[]>
}

type ServerHealth = {
  readonly id: string
  readonly state: Exclude<ServerState, 'off'>
  readonly detail: string
}

/** Creates the status report for the diagnostics page. */
export function createHealth(deps: Deps) {
  return async (): Promise<HealthLine[]> => [
    electronLine(deps.electron),
    await databaseLine(deps),
    vaultLine(deps.vault),
    await searchLine(deps.ripgrep),
    await sandboxLine(deps.sandbox),
    serversLine(await deps.servers()),
    configLine(deps.config),
  ]
}

function electronLine(version: string): HealthLine {
  if (hasSecurityUpdates(version)) {
    return {
      part: 'electron',
      ok: true,
      detail: plain(`${version}, Node ${process.versions.node}`),
      fix: null,
    }
  }
  return {
    part: 'electron',
    ok: false,
    detail: tell(say('health.oldElectron', { version })),
    fix: tell(say('health.updateElectron', { command: 'npm run setup' })),
  }
}

async function databaseLine({ db, checkDatabase }: Pick<Deps, 'db' | 'checkDatabase'>): Promise<HealthLine> {
  const check = await checkDatabase().catch(() => null)
  const version = db.prepare<[], { v: string }>('SELECT sqlite_version() AS v').get()?.v ?? ''
  if (check === null) {
    const fix = tell(say('health.checkAgain'))
    return { part: 'sqlite', ok: false, detail: tell(say('health.unchecked')), fix }
  }
  const ok = check === 'ok'
  return {
    part: 'sqlite',
    ok,
    detail: ok ? plain(version) : tell(say('health.damaged', { words: check })),
    fix: ok ? null : tell(say('health.restoreBackup')),
  }
}

function vaultLine(vault: Pick<Vault, 'status'>): HealthLine {
  const { backend, keychainName, problem } = vault.status()
  const ok = backend === 'keychain' || backend === 'file'
  return {
    part: 'vault',
    ok,
    detail: problem ?? (backend === 'keychain' ? plain(keychainName) : tell(say(PLACES[backend]))),
    fix: ok ? null : tell(say('health.openVault')),
  }
}

const PLACES = {
  file: 'health.inFile',
  locked: 'health.fileLocked',
  none: 'health.noKeychain',
} as const

async function searchLine(ripgrep: Ripgrep): Promise<HealthLine> {
  const working = await ripgrep.working()
  const { mode, path, note } = await ripgrep.status()
  return {
    part: 'ripgrep',
    ok: working,
    detail: working ? plain(`${mode}: ${path}`) : tell(say('health.noSearch', { path })),
    fix: note === null ? null : tell(note),
  }
}

async function sandboxLine(sandbox: Pick<OpenSandbox, 'status'>): Promise<HealthLine> {
  const { support } = await sandbox.status()
  if (support.available) {
    const names = { bubblewrap: 'bubblewrap', seatbelt: 'Seatbelt' } as const
    const detail = support.proxy ? plain(names[support.kind]) : tell(say('health.sandboxNoSocat'))
    const fix = support.proxy
      ? null
      : tell(say('health.installSocat', { command: 'sudo apt-get install socat' }))
    return { part: 'sandbox', ok: support.proxy, detail, fix }
  }
  const { lack } = support
  const fix =
    lack === 'no_bubblewrap'
      ? tell(say('health.installBubblewrap', { command: 'sudo apt-get install bubblewrap socat' }))
      : null
  return { part: 'sandbox', ok: false, detail: tell(say(`health.sandbox.${lack}`)), fix }
}

function serversLine(servers: readonly ServerHealth[]): HealthLine {
  const failed = servers.find(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const { id, detail } = failed
    return {
      part: 'servers',
      ok: false,
      detail: tell(say('health.serverFailed', { id, why: detail })),
      fix: tell(say('health.seeChecks')),
    }
  }
  const running = servers.filter(({ state }) => state === 'running').length
  const detail =
    servers.length === 0
      ? say('health.noServers')
      : say('health.servers', { on: `${servers.length}`, running: `${running}` })
  return { part: 'servers', ok: true, detail: tell(detail), fix: null }
}

function configLine(config: Pick<Config, 'problem'>): HealthLine {
  const problem = config.problem()
  return {
    part: 'config',
    ok: problem === null,
    detail:
      problem === null
        ? tell(say('health.inForce'))
        : AppError.from(problem)
            .framed([say('health.config')])
            .told(),
    fix: problem === null ? null : tell(say('health.correctFile')),
  }
}

/** Names and figures, which are the same in every language. */
function plain(text: string): Told {
  return { text, said: [] }
}
