import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ModelRef } from '#shared/ids.ts'
import { FILE_FORMATS } from '#shared/session/exports/file-formats.ts'
import type { SessionFileFormat } from '#shared/session/exports/session-file.ts'
import type { Command, Parsed } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { chatNamed, newestChat } from '../find-chat.ts'
import { ensureProject, folderOf, projectAt } from '../find-project.ts'
import { UsageError } from '../usage-error.ts'
import { withClient } from '../with-client.ts'

/** `orrery export`: a chat as a file or on standard output. */
export const EXPORT: Command = {
  name: 'export',
  summary: 'write a chat as Markdown, a web page or JSONL',
  usage: '[chat] [options]',
  options: {
    format: { type: 'string', value: FILE_FORMATS, help: 'the default is markdown' },
    file: { type: 'string', value: 'path', help: 'the file; the default is standard output' },
    force: { type: 'boolean', help: 'replace an existing file' },
    'keep-secrets': { type: 'boolean', help: 'do not hide keys and tokens' },
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
  },
  run: async (parsed, scene) => {
    const format = (parsed.text('format') ?? 'markdown') as SessionFileFormat
    const redact = !parsed.is('keep-secrets')
    const named = parsed.text('file')
    const target = named === null ? null : resolve(scene.cwd, named)
    if (target !== null && !parsed.is('force') && (await stat(target).catch(() => null)) !== null) {
      throw new UsageError(`${target} exists. Use --force to replace it.`)
    }
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const project = await projectAt(client, folder)
      const name = parsed.words.join(' ')
      const newest = name === '' && project !== null ? await newestChat(client, project) : null
      if (name === '' && newest === null) throw new UsageError(`There is no chat in ${folder}.`)
      const { id } = newest ?? (await chatNamed(client, name, project))
      if (target !== null) {
        await client.call('session.export', { sessionId: id, format, redact }, target)
        scene.terminal.err(`Written to ${target}.\n`)
        return EXIT_CODES.done
      }
      const temporary = await mkdtemp(join(tmpdir(), 'orrery-export-'))
      try {
        const file = join(temporary, 'chat')
        await client.call('session.export', { sessionId: id, format, redact }, file)
        scene.terminal.out(await readFile(file, 'utf8'))
      } finally {
        await rm(temporary, { recursive: true, force: true })
      }
      return EXIT_CODES.done
    })
  },
}

/** `orrery import`: a chat from a file of Orrery, Claude Code or Codex. */
export const IMPORT: Command = {
  name: 'import',
  summary: 'read a chat from a JSONL file of Orrery, Claude Code or Codex',
  usage: '<file> [options]',
  options: {
    model: { type: 'string', value: 'provider/id', help: 'the model for chats that name none you have' },
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
  },
  run: async (parsed, scene) => {
    const file = resolve(scene.cwd, onlyWord(parsed, 'a file'))
    if ((await stat(file).catch(() => null))?.isFile() !== true)
      throw new UsageError(`There is no file ${file}.`)
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const project = await ensureProject(client, folder)
      const { models } = await client.call('app.boot', {})
      const named = parsed.text('model')
      const model = models.find((each) => (named === null ? each.isDefault : each.ref === named))
      if (model === undefined) throw new UsageError(`There is no model ${named ?? ''}.`)
      const taken = await client.call(
        'session.import',
        { projectId: project.id, model: ModelRef.parse(model.ref) },
        file,
      )
      if (taken === null) throw new UsageError(`${file} was not read.`)
      scene.terminal.out(`${taken.sessionId}\n`)
      const skipped = taken.skipped === 0 ? '' : `, ${taken.skipped} lines skipped`
      scene.terminal.err(`${taken.messages} messages from ${taken.source}${skipped}.\n`)
      return EXIT_CODES.done
    })
  },
}

/** Returns the one word that a command takes. Throws a `UsageError` for none and for more. */
export function onlyWord({ words }: Pick<Parsed, 'words'>, what: string): string {
  const [word, ...more] = words
  if (word === undefined || more.length > 0) throw new UsageError(`Name ${what}.`)
  return word
}
