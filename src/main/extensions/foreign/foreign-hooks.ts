import { join } from 'node:path'
import { z } from 'zod'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { HookEntry } from '../hook-files.ts'
import { type Layer, NO_LAYER, type SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'
import { FOREIGN_EVENTS, type ForeignEvent, type ForeignForm, matcherOf } from './foreign-form.ts'

const Command = z.looseObject({
  type: z.literal('command'),
  command: z.string().trim().min(1).max(8_000),
  timeout: z.exactOptional(z.number().positive().max(600)),
})
const Group = z.looseObject({
  matcher: z.exactOptional(z.string().max(1_000)),
  hooks: z.array(z.unknown()).max(100),
})
const Settings = z.looseObject({
  hooks: z.exactOptional(z.record(z.string(), z.array(z.unknown()).max(100))),
  disableAllHooks: z.exactOptional(z.boolean()),
})

const FILES = ['settings.json', 'settings.local.json'] as const

/** Reads the hooks in `.claude/settings.json` and `.claude/settings.local.json`. A faulty hook leaves the others in use. */
export async function readForeignHooks({ source, path, within }: SourceFolder): Promise<Layer<HookEntry>> {
  const items: HookEntry[] = []
  const problems: FileProblem[] = []
  let isOff = false
  for (const name of FILES) {
    const file = join(path, name)
    const note = (error: AppError, id: string | null = null): void => {
      const { text: message, said } = error.told()
      problems.push({ id, source, file, message, said })
    }
    try {
      const read = await readTextFile(file, { within, shown: name })
      if (read === null) continue
      if (!read.ok) throw AppError.saying('config.invalid', read.why)
      const settings = settingsIn(name, read.text)
      isOff ||= settings.disableAllHooks === true
      for (const made of hooksIn(settings, name)) {
        if (made instanceof AppError) note(made)
        else items.push({ ...made, source, file })
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      note(error)
    }
  }
  if (items.length === 0 && problems.length === 0) return NO_LAYER
  return { items: isOff ? [] : items, problems }
}

function settingsIn(file: string, text: string): z.infer<typeof Settings> {
  try {
    return checkedSettings(file, parseJson(text))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw AppError.saying('config.invalid', say('foreign.notJson', { file }))
  }
}

function checkedSettings(file: string, value: unknown): z.infer<typeof Settings> {
  const parsed = Settings.safeParse(value)
  if (parsed.success) return parsed.data
  const key = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw AppError.saying('config.invalid', say('foreign.wrongHooks', { file, key }))
}

type Made = Pick<HookEntry, 'id' | 'hook' | 'form'>

/** Returns the hooks of a value with `hooks`, each fault where its hook would be. Throws for another form. */
export const foreignHooksIn = (file: string, value: unknown): readonly (Made | AppError)[] =>
  hooksIn(checkedSettings(file, value), file)

/** Returns the hooks of a settings file in its order, each fault where its hook would be. */
function hooksIn({ hooks = {} }: z.infer<typeof Settings>, file: string): readonly (Made | AppError)[] {
  const wrong = (key: string) => AppError.saying('config.invalid', say('foreign.wrongHooks', { file, key }))
  return Object.entries(hooks).flatMap(([event, groups]): readonly (Made | AppError)[] => {
    if (!isKnown(event)) {
      return [AppError.saying('config.invalid', say('foreign.unknownEvent', { file, name: event }))]
    }
    return groups.flatMap((given, at): readonly (Made | AppError)[] => {
      const place = `hooks.${event}.${at}`
      const group = Group.safeParse(given)
      if (!group.success)
        return [wrong(`${place}.${group.error.issues[0]?.path.map(String).join('.') ?? ''}`)]
      const matcher = matcherOf(group.data.matcher)
      if (matcher === undefined) return [wrong(`${place}.matcher`)]
      return group.data.hooks.map((one, index) => {
        const command = Command.safeParse(one)
        const key = `${place}.hooks.${index}`
        if (!command.success)
          return wrong(`${key}.${command.error.issues[0]?.path.map(String).join('.') ?? ''}`)
        return hookOf(command.data, { event, matcher, name: `${file}-${event}-${at + 1}-${index + 1}` })
      })
    })
  })
}

const isKnown = (event: string): event is ForeignEvent => Object.hasOwn(FOREIGN_EVENTS, event)

type About = ForeignForm & { readonly name: string }

function hookOf({ command, timeout }: z.infer<typeof Command>, { event, matcher, name }: About): Made {
  const on = FOREIGN_EVENTS[event]
  return {
    id: name,
    form: { event, matcher },
    hook: {
      on,
      command,
      description: '',
      timeoutMs: Math.max(100, Math.round((timeout ?? 60) * 1000)),
      // An exit code other than 0 and 2 does not stop anything there.
      ...(on === 'session.end' || on === 'run.status' ? {} : { onError: 'skip' as const }),
    },
  }
}
