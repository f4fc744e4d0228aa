import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxReceipt, SandboxSupport } from '#shared/sandbox/sandbox.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import { createCommandSandbox, type OpenNetwork } from '../../src/main/sandbox/command-sandbox.ts'
import { openCommandNetwork } from '../../src/main/sandbox/network.ts'
import { findSandboxSupport } from '../../src/main/sandbox/support.ts'

/** Who runs a command. A number stands for an ordinary user of this machine. */
export type RunAs = { readonly uid: number; readonly gid: number } | null

/** How a command ended, what it printed, and its receipt where it ran inside. */
export type RanInside = {
  readonly exitCode: number | null
  readonly output: string
  readonly receipt: SandboxReceipt | null
}

export type SandboxRigOptions = {
  readonly settings?: SandboxTable
  readonly grants?: readonly PermissionRule[]
  readonly rules?: readonly PermissionRule[]
  readonly home?: string
  readonly appHome?: string
  readonly as?: RunAs
  readonly environment?: Readonly<Record<string, string>>
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** What this machine supports, found out once. */
export async function supportHere(): Promise<SandboxSupport> {
  return await findSandboxSupport({
    platform: process.platform,
    exists: existsSync,
    run: (file, args) => start(file, args, '/', {}, null),
  })
}

/** A project of its own with the real sandbox around its commands. */
export async function openSandboxRig(options: SandboxRigOptions = {}) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'orrery-sandbox-')))
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 3 }))
  const [root, temp, sockets, ownHome] = ['project', 'temp', 'sockets', 'home'].map((name) =>
    join(base, name),
  )
  if (root === undefined || temp === undefined || sockets === undefined || ownHome === undefined)
    throw new Error('never')
  for (const folder of [root, temp, sockets, ownHome, join(ownHome, '.orrery')]) await mkdir(folder)
  const { as = null } = options
  for (const folder of [base, root, temp, sockets, ownHome]) await chmod(folder, as === null ? 0o755 : 0o777)
  const home = options.home ?? ownHome
  const openNetwork: OpenNetwork = (standing) =>
    openCommandNetwork(
      {
        reach: { by: 'sockets', folder: sockets },
        ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
      },
      standing,
    )
  const sandbox = createCommandSandbox({
    ...{ support: await supportHere(), platform: process.platform, bwrap: '/usr/bin/bwrap' },
    ...{ home: await realpath(home), appHome: options.appHome ?? join(ownHome, '.orrery') },
    ...{ tempOf: async () => temp, openNetwork, memoryMb: 8_192, processes: 4_096 },
  })
  const environment = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0' },
    ...options.environment,
  }
  const inside = async (
    command: string,
    more: Partial<Pick<SandboxRigOptions, 'settings' | 'grants'>> = {},
  ): Promise<RanInside> => {
    const entered = await sandbox.enter({
      ...{ session: 'test', root, settings: more.settings ?? options.settings ?? {}, once: [], named: [] },
      standing: [{ rules: [options.rules ?? []], grants: more.grants ?? options.grants ?? [] }],
      program: { file: '/bin/bash', args: ['-c', `exec 2>&1; ${command}`] },
      environment,
    })
    if (entered === null) throw new Error('There is no sandbox here.')
    const ran = await start(entered.program.file, entered.program.args, root, entered.environment, as)
    return { ...ran, receipt: await entered.leave(ran.output, ran.exitCode !== 0) }
  }
  const outside = async (command: string): Promise<RanInside> => ({
    ...(await start('/bin/bash', ['-c', `exec 2>&1; ${command}`], root, environment, as)),
    receipt: null,
  })
  return { base, root, temp, home, environment, inside, outside }
}

function start(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  as: RunAs,
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, timeout: 120_000 },
      ...(as === null ? {} : { uid: as.uid, gid: as.gid }),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()))
    child.once('error', (error) => resolve({ exitCode: null, output: error.message }))
    child.once('close', (exitCode) => resolve({ exitCode, output }))
  })
}
