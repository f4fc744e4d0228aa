import { mkdir, symlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { CodeFile, CodeQuestion } from '#shared/problems/code-question.ts'
import type { LanguageServer, ServerChoices } from '#shared/problems/language-server.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createProcessTree } from '../../../src/main/lib/programs/process-tree.ts'
import { fileStamps } from '../../../src/main/problems/folder-stamp.ts'
import { createLanguageServers } from '../../../src/main/problems/servers/language-servers.ts'
import { startServerProgram } from '../../../src/main/problems/servers/server-program.ts'
import type { SessionLimits } from '../../../src/main/problems/servers/server-session.ts'
import { globTest } from '../../../src/main/tools/search/glob-pattern.ts'
import { walkFiles } from '../../../src/main/tools/search/walk-files.ts'
import { openTempFolder } from '../disk/temp-folder.ts'

const SCRIPT = resolve(import.meta.dirname, '../hosts/language-server.mjs')
/** The project of the servers. */
export const RIG_PROJECT = 'prj_1' as ProjectId
/** A signal that never stops anything. */
export const NO_STOP = new AbortController().signal
const LIMITS: SessionLimits = {
  startMs: 50_000,
  firstMs: 50_000,
  answerMs: 50_000,
  quietMs: 300,
  bytes: 4 * 1024 * 1024,
}

const processes = createProcessTree({ platform: process.platform, clock: systemClock })

const filesIn: Parameters<typeof fileStamps>[0]['filesIn'] = async (folder, take, signal) => {
  for await (const path of walkFiles(folder, signal)) if (!take(path)) return { complete: false }
  return { complete: true }
}

/** A server of a project over real pipes. `elapsed` is the time that passed for its waits. */
export async function openServerRig(server: LanguageServer, limits: Partial<SessionLimits> = {}) {
  const { path: root, write, at } = await openTempFolder('servers')
  const state = {
    mayRun: true,
    starts: 0,
    scans: 0,
    elapsed: 0,
    own: {} as ServerChoices,
    running: [] as string[],
  }
  const servers = createLanguageServers({
    clock: { ...systemClock, elapsed: () => state.elapsed },
    limits: { ...LIMITS, ...limits },
    signal: NO_STOP,
    changed: () => {},
    ownChoices: () => state.own,
    stampsOf: (folder, signal) => {
      state.scans += 1
      return fileStamps({ filesIn }, folder, () => true, signal)
    },
    matches: globTest,
    mayRun: async () => state.mayRun,
    launch: async (place) => {
      state.starts += 1
      const { command, args = [] } = place.config
      return startServerProgram(
        { processes, keep: () => () => {} },
        { file: command, args, cwd: root, environment: { PATH: process.env['PATH'] ?? '' } },
      )
    },
  })
  servers.onStarted(({ id }) => void state.running.push(id))
  onTestFinished(servers.close)
  const place = { projectId: RIG_PROJECT, root, id: 'tide', config: server }
  const check = servers.checkOf(place)
  const after = async (...files: string[]) => check.after(files, NO_STOP)
  const ask = async (question: CodeQuestion, stop: AbortSignal = NO_STOP) =>
    servers.ask(place, question, stop)
  const format = (file: CodeFile) => servers.format(place, file, NO_STOP)
  return { root, at, state, write, servers, check, after, ask, format }
}

/** A scripted server; `manner` says how it behaves. */
export const scriptedServer = (manner: string): LanguageServer => ({
  command: process.execPath,
  args: [SCRIPT, manner],
  languages: ['typescript'],
})

/** The real server of TypeScript in a strict project. */
export async function withTypeScript() {
  const modules = resolve(import.meta.dirname, '../../../node_modules')
  const command = resolve(modules, '.bin/typescript-language-server')
  const opened = await openServerRig({
    command,
    args: ['--stdio'],
    languages: ['typescript', 'typescriptreact'],
  })
  // The server looks for TypeScript in the project.
  await mkdir(opened.at('node_modules'))
  await symlink(resolve(modules, 'typescript'), opened.at('node_modules', 'typescript'))
  await opened.write('tsconfig.json', '{ "compilerOptions": { "strict": true } }')
  return opened
}
