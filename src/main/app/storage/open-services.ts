import type { AppDeps } from '../../app-port.ts'
import type { SpendHolds } from '../../runs/limits/spend-holds.ts'
import { sandboxSystem } from '../../sandbox/system/sandbox-system.ts'
import { createLink } from '../link.ts'
import type { Ground } from './open-ground.ts'
import { openModels } from './open-models.ts'
import { openProjects } from './open-projects.ts'
import { openSandbox } from './open-sandbox.ts'
import { openSpending } from './open-spending.ts'
import { openVault } from './open-vault.ts'
import { openVectors } from './open-vectors.ts'

/** The pause between two pieces of the Practice model, so that an answer is seen to arrive. */
const PRACTICE_PAUSE_MS = 12

/** Opens what tools and runs use: projects, secrets, models, their costs, vectors and the sandbox. */
export function openServices(deps: AppDeps, ground: Ground) {
  const { shell, redactor, safeMode = false, practicePauseMs = PRACTICE_PAUSE_MS } = deps
  const { clock, newId, logger, paths, tell, hear, secretVariables, config, programs, storage, db, scope } =
    ground
  const { projects, directory, checkFolder } = openProjects({
    db,
    clock,
    newId,
    logger,
    git: ground.git,
    tell,
    safeMode,
    appHome: paths.home,
    signal: scope.signal,
  })
  const { vault, secretSince, keyChanged } = openVault({
    db,
    env: process.env,
    clock,
    logger,
    redactor,
    scope,
    tell,
    file: paths.vault,
    service: process.env['ORRERY_KEYCHAIN_SERVICE'] ?? 'orrery',
    spawn: shell.spawnKeychain,
  })
  const toHolds = createLink<Pick<SpendHolds, 'through'>>('the reserved spending')
  const models = openModels({
    vault,
    secretSince,
    keyChanged,
    redactor,
    clock,
    logger,
    tell,
    config: config.current,
    env: process.env,
    secretVariables,
    resolveProxy: shell.resolveProxy,
    openLink: shell.openLink,
    hear,
    reserving: (info, stream) => toHolds.get().through(info, stream),
    practicePauseMs,
    signal: scope.signal,
  })
  const money = openSpending({
    db,
    clock,
    newId,
    config: config.current,
    folderFiles: ground.folderFiles,
    modelOf: models.catalog.infoOf,
    projects,
    projectOf: (sessionId) => storage.store.folds(sessionId).session?.meta.projectId ?? null,
  })
  toHolds.connect(money.holds)
  const vectors = openVectors({
    storage,
    models,
    redactor,
    clock,
    logger,
    tell,
    hear,
    scope,
    config: config.current,
    paying: money.paying,
  })
  const sandboxSettings = () => ({ ...config.current().sandbox, mode: ground.settings.current().sandbox })
  const sandbox = openSandbox({
    system: sandboxSystem(process.env),
    paths,
    clock,
    logger,
    scope,
    processes: programs.processes,
    commandEnvironment: programs.environment.command,
    settings: sandboxSettings,
  })
  return { projects, directory, checkFolder, vault, models, money, vectors, sandboxSettings, sandbox }
}

export type Services = ReturnType<typeof openServices>
