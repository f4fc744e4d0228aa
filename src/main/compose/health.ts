import type { Database } from 'better-sqlite3'
import type { HealthLine } from '#shared/ipc/calls/app-calls.ts'
import { englishOf } from '#shared/sentences.ts'
import type { Config } from '../config/load-config.ts'
import type { Ripgrep } from '../tools/search/ripgrep.ts'
import type { Vault } from '../vault/vault.ts'

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'status'>
  readonly ripgrep: Ripgrep
  readonly config: Pick<Config, 'problem'>
  readonly electron: string
}

/** How the parts of the app are, for the diagnostics page. */
export function createHealth(deps: Deps) {
  return async (): Promise<HealthLine[]> => [
    { part: 'Electron', ok: true, detail: `${deps.electron}, Node ${process.versions.node}`, fix: null },
    databaseLine(deps.db),
    vaultLine(deps.vault),
    await searchLine(deps.ripgrep),
    configLine(deps.config),
  ]
}

function databaseLine(db: Database): HealthLine {
  const check = String(db.pragma('quick_check(1)', { simple: true }))
  const version = db.prepare<[], { v: string }>('SELECT sqlite_version() AS v').get()?.v ?? ''
  const ok = check === 'ok'
  return {
    part: 'SQLite',
    ok,
    detail: ok ? version : check,
    fix: ok ? null : 'Close Orrery and put a copy from data/backups in place of data/orrery.db.',
  }
}

function vaultLine(vault: Pick<Vault, 'status'>): HealthLine {
  const { backend, keychainName, problem } = vault.status()
  const ok = backend === 'keychain' || backend === 'file'
  return {
    part: 'Vault',
    ok,
    detail: problem ?? (backend === 'keychain' ? keychainName : backend),
    fix: ok ? null : 'Open Vault: it offers an encrypted file, or asks for its passphrase.',
  }
}

async function searchLine(ripgrep: Ripgrep): Promise<HealthLine> {
  const working = await ripgrep.working()
  const { mode, path, note } = await ripgrep.status()
  return {
    part: 'ripgrep',
    ok: working,
    detail: `${mode}: ${path}`,
    fix: note === null ? null : englishOf([note]),
  }
}

function configLine(config: Pick<Config, 'problem'>): HealthLine {
  const problem = config.problem()
  return {
    part: 'config.toml',
    ok: problem === null,
    detail: problem?.message ?? 'in force',
    fix: problem === null ? null : 'Correct the file; the last good settings stay in force until then.',
  }
}
