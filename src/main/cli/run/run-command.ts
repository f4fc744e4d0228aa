import { AppError } from '#shared/errors.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Client } from '../client.ts'
import type { Command, Scene } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { ensureProject, folderOf } from '../find-project.ts'
import type { Denial, RunLine } from '../run-output.ts'
import { UsageError } from '../usage-error.ts'
import { awaitEnd } from './await-end.ts'
import { followChat } from './follow-chat.ts'
import { begin, chatToContinue } from './open-chat.ts'
import { createRunPrinter, type RunPrinter } from './print-run.ts'
import { createRequestDenials } from './request-denials.ts'
import { RUN_OPTIONS, type RunOptions, readRunOptions } from './run-options.ts'
import { failedBefore, resultOf } from './run-result.ts'

/** `orrery run`: one message, its run to the end, and an exit code by the outcome. */
export const RUN: Command = {
  name: 'run',
  summary: 'send a message to an agent and wait for the answer',
  usage: '[-p "message"] [options]',
  options: RUN_OPTIONS,
  run: async (parsed, scene) => {
    const options = await readRunOptions(parsed, scene)
    const folder = await folderOf(parsed, scene)
    const printer = createRunPrinter(options.output, scene.terminal)
    try {
      const client = await scene.connect(options)
      try {
        return await runIn({ client, folder, options, printer, scene })
      } finally {
        await client.close()
      }
    } catch (error) {
      if (!(error instanceof AppError || error instanceof UsageError)) throw error
      const code = error instanceof AppError ? error.code : 'usage'
      const outcome = code === 'usage' ? code : code === 'limit.exceeded' ? 'limit' : 'failed'
      printer.end(failedBefore({ code, message: error.message }, outcome))
      return EXIT_CODES[outcome]
    }
  },
}

type Running = {
  readonly client: Client
  readonly folder: string
  readonly options: RunOptions
  readonly printer: RunPrinter
  readonly scene: Scene
}

async function runIn({ client, folder, options, printer, scene }: Running): Promise<number> {
  const { terminal, now } = scene
  const startedAt = now()
  const project = await ensureProject(client, folder)
  const place = { client, project, options }
  const known = await chatToContinue(place)
  const follow = (sessionId: SessionId, isOld: boolean) =>
    followChat({
      client,
      sessionId,
      isOld,
      emit: printer.line,
      started: (folds) => printer.line(startLine(folds, project.path, isOld)),
    })
  const before = known === null ? null : await follow(known, true)
  const sessionId = await begin(place, known)
  const chat = before ?? (await follow(sessionId, false))
  const denials: Denial[] = []
  const denyAsks = createRequestDenials({
    client,
    sessionId,
    denied: (denial) => {
      denials.push(denial)
      printer.line({ type: 'denial', ...denial })
    },
  })
  const isInterrupted = await awaitEnd({ client, sessionId, chat, terminal, denyAsks })
  await chat.close()
  const schema = options.bounds?.schema ?? null
  const result = resultOf({ chat, schema, denials, isInterrupted, durationMs: now() - startedAt })
  printer.end(result)
  return result.exitCode
}

function startLine({ session, contexts }: SessionFolds, project: string, resumed: boolean): RunLine {
  const context = session?.meta.activeContextId ?? null
  return {
    type: 'start',
    version: 1,
    project,
    resumed,
    sessionId: session?.id ?? '',
    model: session?.meta.model ?? '',
    mode: session?.meta.permissionMode ?? '',
    agent: (context === null ? undefined : contexts[context]?.agentId) ?? '',
  }
}
